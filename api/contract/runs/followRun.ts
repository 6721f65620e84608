/**
 * Following a run, the same way for every kind of run and in the tab as in the bot.
 *
 * A run continues without readers, and the API keeps its events for a while. So a follower only has to remember the
 * number of the last event it has seen. It is in one of three states:
 *
 * - Reading: events arrive. A connection that is silent for too long counts as lost (see sse.ts).
 * - Pausing: the connection is lost, or the API is busy. The pause doubles from 250 ms to 5 s, or is as long as the API
 *   asks for; then the follower opens the stream after the last event. From the second failure in a row on, the reader
 *   sees that the follower is reconnecting.
 * - Ended: the stream is complete; or the connection was lost after the event that ended the run, when only extras such
 *   as follow-up questions could still come; or the API refuses, the signal was aborted, or too many attempts failed,
 *   and the follower throws.
 */
import { AvaError, isAvaError } from '#contract/errors.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Consecutive failures after which the reader sees a notice. A single one is often over at once. */
const FAILURES_BEFORE_NOTICE = 2;

/** The events of a run, and how to get those that are missing. */
export interface RunSource<Event extends { seq: number }> {
  /** A stream of the run that is already open; null to open one. */
  stream: AsyncIterable<Event> | null;
  /** Number of the last event that the reader has; 0 for none. */
  from: number;
  /** Opens the events after a number. Throws `not_found` when the API no longer keeps them. */
  open: (from: number) => Promise<AsyncIterable<Event>>;
  /** Whether the run is over with this event. Only extras that a reader can do without come after it. */
  isEnd: (event: Event) => boolean;
}

export interface FollowOptions {
  /** Ends the following, not the run. */
  signal: AbortSignal;
  /** Waits between two attempts. It can end early when the network is back or the signal is aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Consecutive failures after which the follower gives up; endless by default. */
  maxFailures?: number;
  /** Called with true when repeated attempts fail, and with false when the follower reads again or ends. */
  onReconnecting?: (isReconnecting: boolean) => void;
}

/**
 * Yields the events of a run, each at least once and in order, and reconnects after every lost connection. Throws the
 * `AvaError` with which the API refuses, the last failure after `maxFailures`, and what the signal's abort causes.
 */
export async function* followRun<Event extends { seq: number }>(
  source: RunSource<Event>,
  { signal, pause, maxFailures = Infinity, onReconnecting = () => undefined }: FollowOptions,
): AsyncGenerator<Event> {
  let { stream, from } = source;
  let hasEnded = false;
  let failures = 0;
  try {
    for (;;) {
      try {
        for await (const event of stream ?? (await source.open(from))) {
          if (failures >= FAILURES_BEFORE_NOTICE) onReconnecting(false);
          failures = 0;
          from = event.seq;
          hasEnded ||= source.isEnd(event);
          yield event;
        }
        if (hasEnded) return;
        throw new AvaError('unexpected');
      } catch (cause) {
        if (signal.aborted) throw cause;
        if (hasEnded) return;
        failures += 1;
        if (failures > maxFailures || !canRetry(cause)) throw cause;
        if (failures === FAILURES_BEFORE_NOTICE) onReconnecting(true);
        await pause(getPause(failures, cause), signal);
      }
      stream = null;
    }
  } finally {
    if (failures >= FAILURES_BEFORE_NOTICE) onReconnecting(false);
  }
}

/** Whether another attempt can succeed: the connection was lost, or the API is busy or restarts. */
function canRetry(cause: unknown): boolean {
  return isAvaError(cause) && (cause.status >= 500 || cause.code === 'too_many_requests');
}

/** Returns the pause in milliseconds, with jitter, so that many readers do not reconnect at the same time. */
function getPause(failures: number, cause: unknown): number {
  if (isAvaError(cause) && cause.retryAfter !== null) return cause.retryAfter * 1_000;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  return pause * (0.75 + Math.random() / 2);
}
