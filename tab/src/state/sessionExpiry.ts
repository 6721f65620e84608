import { isAvaError } from '#contract/errors.ts';
import type { TokenProvider } from '#tab/teams/tokenProvider.ts';
import { getActiveSession, session } from './session.state.ts';

/**
 * Called after every 401: marks the session as expired. The screen and typed text stay, and the failed call is not
 * repeated; the person signs in from the alert (`shell/alerts/Alerts.tsx`), or by sending a message.
 */
export function markSessionExpired(): void {
  const active = getActiveSession(session.status);
  if (active) session.status = { ...active, name: 'expired' };
}

/** Makes a call, and once again with a fresh token if the server rejects the first one. */
export async function retryWithFreshToken<T>(provider: TokenProvider, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!isAvaError(cause) || cause.code !== 'not_signed_in') throw cause;
    await provider.getToken({ fresh: true });
    return call();
  }
}
