import type { EventStream } from '../../../api/contract/client.ts';
import { isAvaError } from '../../../api/contract/errors.ts';
import type { Clock } from '../../../api/platform/clock.ts';

const MAX_RECONNECTS = 8;
const RECONNECT_DELAY_MS = 500;

/**
 * The events of a run. Reconnects after a lost connection: the run continues without a reader. Throws the API's error if the
 * run can no longer be followed.
 * @param reopen opens the events after a number; null if the run is not known
 */
export async function* followEvents<Event extends { seq: number }>(
  stream: EventStream<Event>,
  reopen: ((from: number) => Promise<EventStream<Event>>) | null,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  let seq = 0;
  let source: AsyncIterable<Event> | null = stream;
  for (let reconnects = 0; ; reconnects += 1) {
    try {
      source ??= reopen && (await reopen(seq));
      for await (const event of source ?? []) {
        seq = event.seq;
        reconnects = 0;
        yield event;
      }
      return;
    } catch (error) {
      const isFinal = isAvaError(error) && !['unexpected', 'closing', 'store_unavailable'].includes(error.code);
      if (signal.aborted || isFinal || reopen === null || reconnects >= MAX_RECONNECTS) throw error;
      source = null;
      await clock.sleep(RECONNECT_DELAY_MS * 2 ** Math.min(reconnects, 4), signal);
    }
  }
}
