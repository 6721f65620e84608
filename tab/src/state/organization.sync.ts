import { getConfig, getConfigVersion } from '#contract/organization.ts';
import { api } from '#tab/api.ts';
import { writeEncrypted } from './encryptedStorage.ts';
import { logFailure } from './log.ts';
import { network } from './network.ts';
import { session } from './session.state.ts';

/** An administrator's change is shown within this time. */
const INTERVAL_MS = 15_000;

/** Fetches the organization's configuration if it has changed, such as its alert or features. */
export async function checkOrganization(): Promise<void> {
  const { status } = session;
  if (status.name !== 'signedIn' || !network.isOnline) return;
  try {
    const { version } = await api.call(getConfigVersion, {});
    if (version === status.configVersion) return;
    const config = await api.call(getConfig, {});
    if (session.status.name !== 'signedIn' || session.status.person.id !== status.person.id) return;
    session.status = { ...session.status, organization: config.message, configVersion: config.version };
    void writeEncrypted('organization', config.message);
  } catch (cause) {
    logFailure('failed to check the organization', cause);
  }
}

/** Checks at an interval while the page is visible, and when the person returns to it. Returns the function that stops it. */
export function watchOrganization(): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') void checkOrganization();
  };
  const timer = setInterval(check, INTERVAL_MS);
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('focus', check);
  };
}
