import type { Environment } from '#tab/environment.ts';
import type { TokenProvider } from './tokenProvider.ts';
import type { HostContext } from './teamsHost.ts';

/** getAuthToken's error when consent or multi-factor authentication is missing. */
const CONSENT_ERROR = /consent|mfa/i;
const POPUP_SIZE = { width: 600, height: 535 };

/** Signs in inside Teams. Teams issues and caches the token; AVA stores none. */
export function createTeamsTokenProvider(context: HostContext, environment: Environment): TokenProvider {
  async function getToken(options?: { fresh: boolean }): Promise<string | null> {
    const { authentication } = await import('./teamsSdk.ts');
    return authentication.getAuthToken(options?.fresh ? { claims: issuedFromNow(), silent: true } : undefined);
  }

  /** Teams' cached token can be the one that the API has rejected. */
  async function askForToken(): Promise<void> {
    const { authentication } = await import('./teamsSdk.ts');
    await authentication.getAuthToken({ claims: issuedFromNow(), silent: false });
  }

  async function openConsentPage(): Promise<void> {
    const { authentication } = await import('./teamsSdk.ts');
    await authentication.authenticate({ url: getConsentUrl(context), ...POPUP_SIZE });
  }

  return {
    person: context.personId === '' ? null : { tenantId: context.tenantId, id: context.personId },
    getToken,
    async signIn() {
      try {
        await askForToken();
      } catch (cause) {
        if (!CONSENT_ERROR.test(cause instanceof Error ? cause.message : String(cause))) throw cause;
        await openConsentPage();
      }
    },
    requestConsent: () => requestDelegatedConsent(environment),
    signOut: () => Promise.resolve(),
  };
}

/**
 * A claims request that no cached token fulfills: Teams has no option to skip its cache, but Microsoft Entra must then
 * issue a new token. It is the form of the claims challenges of continuous access evaluation.
 */
function issuedFromNow(): string[] {
  const value = String(Math.floor(Date.now() / 1_000));
  return [JSON.stringify({ access_token: { nbf: { essential: true, value } } })];
}

function getConsentUrl(context: HostContext): string {
  return `${window.location.origin}/auth-start.html?${new URLSearchParams({ loginHint: context.loginHint })}`;
}

/**
 * Requests consent to the delegated permissions in Microsoft 365: teamsfx opens the consent page in a Teams pop-up.
 * teamsfx needs a Teams token first, so `signIn` opens the page itself for the very first consent.
 */
async function requestDelegatedConsent(environment: Environment): Promise<void> {
  const { TeamsUserCredential } = await import('@microsoft/teamsfx');
  const credential = new TeamsUserCredential({
    clientId: environment.clientId,
    initiateLoginEndpoint: `${window.location.origin}/auth-start.html`,
  });
  await credential.login([environment.scope]);
}
