import { logFailure } from '../state/log.ts';
import * as host from '../teams/teamsHost.ts';

/** Opens an address outside the tab, the way the place AVA is in wants it. */
export function openLink(address: string): void {
  host.openLink(address).catch((cause: unknown) => logFailure('A link could not be opened.', cause));
}
