/** @typedef {import('./hostSettings.js').HostSettings} HostSettings */

/** How long ago an expired token expired, in seconds: more than any clock tolerance. */
const EXPIRED_FOR_S = 3600;

/**
 * The reply to authentication.getAuthToken: `[true, token]`, or `[false, reason]` with Teams' reasons.
 *
 * @param {HostSettings} settings
 * @returns {Promise<[boolean, string]>}
 */
export async function getAuthToken({ person, session, tokenLife }) {
  if (session === 'refused') return [false, 'resourceRequiresConsent'];
  const expiresIn = session === 'expired' ? -EXPIRED_FOR_S : tokenLife;
  try {
    const response = await fetch('/_sandbox/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ person, expiresIn }),
    });
    const reply = await response.json();
    if (!response.ok) throw new Error(reply.detail);
    return [true, reply.token];
  } catch (error) {
    console.error('failed to get a token', error);
    return [false, 'FailedToGetToken'];
  }
}
