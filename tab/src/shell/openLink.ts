import { logFailure } from '#tab/state/log.ts';
import * as host from '#tab/teams/teamsHost.ts';

/** Opens a URL outside the tab; a failure is logged. */
export function openLink(url: string): void {
  host.openLink(url).catch((cause: unknown) => logFailure('failed to open link', cause));
}
