import { followRun, type RunSource } from '#contract/runs/followRun.ts';
import { waitForOnline } from '#tab/state/network.ts';
import { stopRun, type ActiveRun } from './activeRuns.ts';
import { createFrameQueue } from './frameQueue.ts';

interface Receiver<Event> {
  /** Called with the events of one frame, in order. */
  apply: (events: Event[]) => void;
  /** Called when repeated attempts to reconnect fail, and when that is over. */
  onReconnecting: (isReconnecting: boolean) => void;
}

/**
 * Receives the events of a run, once per frame, until it ends. Throws like `followRun`; after an abort, events that have not
 * been applied are ignored.
 */
export async function receiveRun<Event extends { seq: number; type: string }>(
  active: ActiveRun,
  source: RunSource<Event>,
  { apply, onReconnecting }: Receiver<Event>,
): Promise<void> {
  const { signal } = active.controller;
  const pause = (ms: number) => waitForOnline(signal, ms);
  const queue = createFrameQueue<Event>((events) => {
    if (signal.aborted) return;
    active.lastEventAt = Date.now();
    apply(events);
    if (active.isStarted) return;
    active.isStarted = true;
    // The call to stop it came before the server knew the run.
    if (active.isStopping) void stopRun(active);
  });
  try {
    for await (const event of followRun(source, { signal, pause, onReconnecting })) queue.push(event);
  } finally {
    queue.flush();
  }
}
