/**
 * Seconds to wait, from the header Retry-After: a number of seconds or a date (RFC 9110, section 10.2.3). 0 without a header
 * that can be read.
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(value: unknown, now = Date.now()): number {
  const text = String(value ?? '').trim();
  const seconds = Number(text);
  const wait = Number.isNaN(seconds) ? (Date.parse(text) - now) / 1_000 : seconds;
  return wait > 0 && Number.isFinite(wait) ? wait : 0;
}
