/** @typedef {import('./switches.js').Switches} Switches */

/** How long ago an expired token ended, in seconds: more than any tolerance for clocks. */
const LONG_OVER = 3600;

/**
 * What authentication.getAuthToken gives: `[true, token]`, or `[false, reason]` in Teams' own words.
 *
 * @param {Switches} switches
 * @returns {Promise<[boolean, string]>}
 */
export async function authToken({ person, session, tokenLife }) {
  if (session === 'refused') return [false, 'resourceRequiresConsent'];
  const expiresIn = session === 'expired' ? -LONG_OVER : tokenLife;
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
    console.error('The sandbox could not get a token.', error);
    return [false, 'FailedToGetToken'];
  }
}
