import { GRAPH_MAX_RETRIES, GRAPH_RETRY_BASE_MS } from '#contract/limits.ts';

const THROTTLED: ReadonlySet<number> = new Set([429, 503, 504]);

/**
 * Statuses after which Graph has certainly not acted on the call. A gateway can answer 503 and 504 for a call that
 * Graph then completes.
 */
const REFUSED: ReadonlySet<number> = new Set([429]);

export const isRefused = (status: number): boolean => REFUSED.has(status);

/** Whether a call that Graph answers with this status can be retried. */
export function isThrottled(status: number): boolean {
  return THROTTLED.has(status);
}

/**
 * Calls Graph again, at most three times, after Retry-After or after 2, 4 and 8 seconds. Returns the last reply. Not
 * p-retry: a throttled call is a reply, not an error, and Graph, not a schedule, decides when to call again.
 * @param getRetryAfter seconds from the Retry-After header, 0 without one; `null` if the reply is final
 */
export async function retryThrottled<T>(
  call: () => Promise<T>,
  getRetryAfter: (reply: T) => number | null,
  wait: (ms: number) => Promise<unknown>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await call();
    const seconds = getRetryAfter(reply);
    if (seconds === null || attempt === GRAPH_MAX_RETRIES) return reply;
    await wait(seconds > 0 ? seconds * 1_000 : GRAPH_RETRY_BASE_MS * 2 ** attempt);
  }
}
