/** @typedef {import('./hostSettings.js').HostSettings} HostSettings */

/** How long ago an expired token expired, in seconds: more than any clock tolerance. */
const EXPIRED_FOR_S = 3600;

/** A token is cached until this many seconds before it expires, so a shorter-lived one is not cached. */
const RENEWED_BEFORE_S = 300;

/** Like Teams, caches the latest token. `until` is in ms on the page's clock. */
let cached = { person: '', until: 0, token: Promise.resolve('') };

/**
 * The reply to authentication.getAuthToken: `[true, token]`, or `[false, reason]` with Teams' reasons.
 *
 * @param {HostSettings} settings
 * @param {string[] | undefined} claims Claims that a cached token may not fulfill.
 * @returns {Promise<[boolean, string]>}
 */
export async function getAuthToken({ person, session, tokenLife }, claims) {
  if (session === 'refused') return [false, 'resourceRequiresConsent'];
  try {
    if (session === 'expired') return [true, await requestToken(person, -EXPIRED_FOR_S)];
    if (claims || cached.person !== person || cached.until <= performance.now()) {
      const until = performance.now() + 1_000 * (tokenLife - RENEWED_BEFORE_S);
      cached = { person, until, token: requestToken(person, tokenLife) };
    }
    return [true, await cached.token];
  } catch (error) {
    cached.until = 0;
    console.error('failed to get a token', error);
    return [false, error instanceof Error && error.cause ? String(error.cause) : 'FailedToGetToken'];
  }
}

/** @param {string} person @param {number} expiresIn Seconds; negative for an expired token. @returns {Promise<string>} */
async function requestToken(person, expiresIn) {
  const response = await fetch('/_sandbox/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ person, expiresIn }),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.detail, { cause: reply.reason });
  return reply.token;
}
