import { isAvaError } from '../../../../../api/contract/errors.ts';
import { pause } from '../../../retry.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Whether connecting again can help. */
export function isRetryable(cause: unknown): boolean {
  return isAvaError(cause) && (cause.status >= 500 || cause.code === 'too_many_requests');
}

/** Doubles from 250 ms to 5 s, with jitter so that many tabs do not reconnect at the same time. */
export function pauseBeforeRetry(attempt: number, cause: unknown, signal: AbortSignal): Promise<void> {
  if (isAvaError(cause) && cause.retryAfter !== null) return pause(cause.retryAfter * 1_000, signal);
  const wait = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  return pause(wait * (0.75 + Math.random() / 2), signal);
}
