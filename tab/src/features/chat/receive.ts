import { AvaError, isAvaError } from '../../../../api/contract/errors.ts';
import { applyEvent, followRun, isSettled, type AnswerEvent } from '../../../../api/contract/runs.ts';
import { api } from '../../api.ts';
import type { Entry } from './chat.state.ts';
import { createFrameQueue } from './frames.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** One lost connection is not worth a word; the second in a row is. */
const ATTEMPTS_BEFORE_NOTICE = 2;

/**
 * Draws the events of an answer into its entry until they end, once per frame. A connection that is lost is made again
 * from the last event that is in the entry, however long that takes. Throws `AvaError` when the server says no
 * (`not_found`: its events are no longer kept), and the signal's reason when it is aborted.
 * @param events an open stream of the run; `null` begins by following
 */
export async function receive(
  entry: Entry,
  events: AsyncIterable<AnswerEvent> | null,
  signal: AbortSignal,
  onEvents: (events: AnswerEvent[]) => void = () => undefined,
): Promise<void> {
  const queue = createFrameQueue<AnswerEvent>((gathered) => {
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
      if (signal.aborted || !isLost(cause)) throw cause;
      if (isSettled(entry)) return;
      attempts += 1;
      if (attempts >= ATTEMPTS_BEFORE_NOTICE) entry.connection = 'lost';
      await pause(pauseBefore(attempts, cause), signal);
    }
  }
}

function follow(entry: Entry, signal: AbortSignal): Promise<AsyncIterable<AnswerEvent>> {
  if (entry.run_id === null) throw new AvaError('not_found');
  return api.stream(followRun, { run_id: entry.run_id, from: entry.seq }, { signal });
}

/** Whether making the connection again may help. */
function isLost(cause: unknown): boolean {
  return isAvaError(cause) && (cause.status >= 500 || cause.code === 'too_many_requests');
}

/** Doubling from a quarter of a second to five, with some chance in it so that a thousand tabs do not come at once. */
function pauseBefore(attempt: number, cause: unknown): number {
  if (isAvaError(cause) && cause.retryAfter !== null) return cause.retryAfter * 1_000;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  return pause * (0.75 + Math.random() / 2);
}

/** Waits; a browser that comes back on line ends the wait early. */
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
