import type { InstalledApp } from '#sandbox/provisioning.ts';

/** Why Teams does not ask for a tab's token: the reason that `getAuthToken` gives. */
export const OTHER_ORIGIN = 'App resource defined in manifest and iframe origin do not match';
/** Code and message of `signin/failure`: https://microsoft.github.io/teams-sdk/teams/user-authentication/troubleshooting-sso */
export const RESOURCE_MISMATCH = { code: 'resourcematchfailed', message: 'Resource match failed' };

/** Whether Teams asks for the token of a bot: only if the resource ends with `botid-` and the bot's id, in lower case. */
export function isBotResource({ resource, botId }: InstalledApp): boolean {
  const name = `botid-${botId.toLowerCase()}`;
  return resource === `api://${name}` || (/^api:\/\/[^/]+\//.test(resource) && resource.endsWith(`/${name}`));
}

/** Whether Teams asks for the token of a tab: only if the resource is on the tab's host. */
export function isTabResource({ resource }: InstalledApp, tabUrl: string): boolean {
  const host = /^api:\/\/([^/]+)\//.exec(resource)?.[1] ?? '';
  const tab = new URL(tabUrl);
  return host === tab.host || host === tab.hostname;
}

/** Teams' reason for an error of Entra. */
export function toTabReason(entraError: string): string {
  if (entraError.includes('AADSTS500011')) return 'resourceDisabled';
  if (entraError.includes('AADSTS65001')) return 'resourceRequiresConsent';
  return 'FailedToGetToken';
}
