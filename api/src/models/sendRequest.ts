import { setTimeout as wait } from 'node:timers/promises';
import OpenAI from 'openai';
import { AvaError } from '#contract/errors.ts';
import { LONGEST_SILENT_WAIT_S, readWait, toModelError } from './modelErrors.ts';

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 500;
/** Maximum number of corrected attempts. More than the about eight optional parameters of a model. */
const MAX_CORRECTIONS = 10;

interface Attempts<T> {
  send: () => Promise<T>;
  /** Changes the next request after a refusal. Returns whether it is worth another attempt. */
  correct: (error: InstanceType<typeof OpenAI.APIError>) => boolean;
  signal: AbortSignal;
}

/**
 * Sends a request. Repeats it for throttling, failures of the server and lost connections, but never after a time-out:
 * the model has worked on that request, which is paid for. Throws `AvaError`, or the cause if it was aborted.
 */
export async function sendRequest<T>({ send, correct, signal }: Attempts<T>): Promise<T> {
  let corrections = 0;
  for (let retries = 0; ;) {
    try {
      return await send();
    } catch (cause) {
      if (signal.aborted) throw cause;
      if (cause instanceof OpenAI.APIError && corrections < MAX_CORRECTIONS && correct(cause)) {
        corrections += 1;
        continue;
      }
      const error = toModelError(cause, signal);
      const delayMs = getDelayMs(cause, error, retries);
      if (delayMs === null) throw error;
      retries += 1;
      await wait(delayMs, undefined, { signal });
    }
  }
}

/** How long to wait before the next attempt; null if there is none. */
function getDelayMs(cause: unknown, error: unknown, retries: number): number | null {
  if (retries >= MAX_RETRIES || !(error instanceof AvaError)) return null;
  if (error.code !== 'model_unavailable' && error.code !== 'too_many_requests') return null;
  const retryAfter = cause instanceof OpenAI.APIError ? readWait(cause) : null;
  if (retryAfter === null) return FIRST_DELAY_MS * 2 ** retries * (0.75 + Math.random() / 4);
  return retryAfter <= LONGEST_SILENT_WAIT_S ? retryAfter * 1_000 : null;
}
