import { AvaError, isAvaError } from '../../../../../api/contract/errors.ts';
import { applyEvent, followRun, isSettled, type AnswerEvent } from '../../../../../api/contract/runs/runs.ts';
import { api } from '../../../api.ts';
import type { Entry } from '../chat.state.ts';
import { createFrameQueue } from './frameQueue.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Consecutive failures after which the entry shows a lost connection. */
const ATTEMPTS_BEFORE_NOTICE = 2;

/**
 * Applies the events of an answer to its entry, once per frame, until the answer ends. Reconnects after every lost
 * connection, from the entry's last event. Throws `AvaError` if the server refuses (`not_found`: the events are no
 * longer kept), and the signal's reason on abort; then events that have not been applied are ignored.
 * @param events an open stream of the run, or `null` to follow the run from the entry's last event
 */
export async function receiveWithReconnect(
  entry: Entry,
  events: AsyncIterable<AnswerEvent> | null,
  signal: AbortSignal,
  onEvents: (events: AnswerEvent[]) => void = () => undefined,
): Promise<void> {
  const queue = createFrameQueue<AnswerEvent>((gathered) => {
    if (signal.aborted) return;
    for (const event of gathered) applyEvent(entry, event);
    onEvents(gathered);
  });
  let attempts = 0;
  for (let open = events; ; open = null) {
    try {
      for await (const event of open ?? (await follow(entry, signal))) {
        attempts = 0;
        entry.connection = 'live';
        queue.push(event);
      }
      queue.flush();
      if (isSettled(entry)) return;
      throw new AvaError('unexpected');
    } catch (cause) {
      queue.flush();
      entry.connection = 'live';
      if (signal.aborted || !isRetryable(cause)) throw cause;
      if (isSettled(entry)) return;
      attempts += 1;
      if (attempts >= ATTEMPTS_BEFORE_NOTICE) entry.connection = 'lost';
      await pause(getRetryDelay(attempts, cause), signal);
    }
  }
}

function follow(entry: Entry, signal: AbortSignal): Promise<AsyncIterable<AnswerEvent>> {
  if (entry.run_id === null) throw new AvaError('not_found');
  return api.stream(followRun, { run_id: entry.run_id, from: entry.seq }, { signal });
}

/** Whether reconnecting can help. */
function isRetryable(cause: unknown): boolean {
  return isAvaError(cause) && (cause.status >= 500 || cause.code === 'too_many_requests');
}

/** Doubles from 250 ms to 5 s, with jitter so that many tabs do not reconnect at the same time. */
function getRetryDelay(attempt: number, cause: unknown): number {
  if (isAvaError(cause) && cause.retryAfter !== null) return cause.retryAfter * 1_000;
  const waitOrOnline = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  return waitOrOnline * (0.75 + Math.random() / 2);
}

/** Waits; ends early when the browser comes back online. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => () => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const onOnline = end(resolve);
    const onAbort = end(() => reject(signal.reason as Error));
    const timer = setTimeout(onOnline, ms);
    window.addEventListener('online', onOnline);
    signal.addEventListener('abort', onAbort);
  });
}
