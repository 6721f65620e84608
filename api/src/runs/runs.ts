import { hostname } from 'node:os';
import { AvaError, isAvaError } from '#contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { PubSub } from '#api/storage/pubSub.ts';
import type { Store } from '#api/storage/store.ts';
import type { RunRow, StoredEvent } from '#api/storage/tables/runs/runs.ts';
import type { EventFilter } from './eventFilter.ts';
import { createFeeds } from './feeds.ts';
import { createEventLog, type WrittenEvents } from './eventLog.ts';
import type { RunKind, Unnumbered } from './runKind.ts';
import { createSweep } from './recoverRuns.ts';

/** Yields the events of a run. It must stop soon after `signal` fires. */
export type RunGenerator = (signal: AbortSignal) => AsyncGenerator<Unnumbered<StoredEvent>>;

export interface Runs {
  processId: string;
  /** Starts a run whose row and prior events are stored. The run continues when the request that started it ends. */
  start(run: RunRow, kind: RunKind, generate: RunGenerator, priorEvents?: readonly StoredEvent[]): void;
  /** Performs a job's run, after the events that are already stored. Resolves when this process stops working on it. */
  perform(run: RunRow, kind: RunKind, generate: RunGenerator): Promise<void>;
  /** Follows a run as its reader can read it; `answers/readableEvents.ts` and `tasks/readableEvents.ts` ask for that. */
  follow(runId: string, from: number, filter: EventFilter, signal: AbortSignal): AsyncGenerator<StoredEvent[]>;
  /** Stops a run in whichever process works on it, and keeps its stored events. */
  cancel(run: RunRow): Promise<void>;
  /** Waits up to `ms` for active runs to end, then interrupts the others or leaves them to another process. */
  close(ms: number): Promise<void>;
}

interface RunsOptions {
  store: Store;
  pubSub: PubSub;
  /** Whether other processes use the same store. */
  shared: boolean;
  clock: Clock;
  log: Log;
  /** Called for a run that a dead process left and that another one must start again. */
  onReleased: (run: RunRow) => Promise<void>;
  /** Called before the run of a dead process is ended because it has used up its attempts. */
  onAbandoned: (run: RunRow) => Promise<void>;
}

type StopReason = 'canceled' | 'closing' | 'dropped';

interface ActiveRun {
  controller: AbortController;
  stopReason: StopReason | null;
  finished: Promise<void>;
}

const CANCEL = 'run_cancel';
const WRITTEN = 'run_written';
/** A NOTIFY payload holds at most 8,000 bytes: 200 ids of 36 characters with commas. */
const IDS_PER_NOTIFICATION = 200;
/** How long `close` waits for an unavailable store. The sweep of another process ends the runs that are left. */
const FINAL_COMMIT_MS = 3_000;

/** Creates the service for runs. Any process can follow a run, and a run continues when its followers leave. */
export async function createRuns(options: RunsOptions, kinds: readonly RunKind[]): Promise<Runs> {
  const { store, pubSub, shared, clock, log } = options;
  const self = { id: crypto.randomUUID(), host: hostname(), pid: process.pid };
  const active = new Map<string, ActiveRun>();
  const feeds = createFeeds({ store, log }, (runId) => active.has(runId));
  const eventLog = createEventLog({ store, clock, log }, self.id, {
    onWritten: publish,
    onDropped: ({ id }) => drop(id),
  });

  function publish(written: readonly WrittenEvents[]): void {
    for (const events of written) feeds.add(events);
    if (!shared) return;
    const ids = written.map(({ run }) => run.id);
    for (let start = 0; start < ids.length; start += IDS_PER_NOTIFICATION) {
      pubSub.publish(WRITTEN, ids.slice(start, start + IDS_PER_NOTIFICATION).join(',')).catch((error: unknown) => {
        log.warn({ error }, 'failed to publish run notification; followers will poll');
      });
    }
  }

  function stop(runId: string, reason: StopReason): void {
    const run = active.get(runId);
    if (!run || run.stopReason) return;
    run.stopReason = reason;
    run.controller.abort();
  }

  /** Stops a run that another process took over or whose data the store rejects. Followers continue from the store. */
  function drop(runId: string): void {
    stop(runId, 'dropped');
    feeds.refresh([runId]);
  }

  async function execute(run: RunRow, kind: RunKind, generate: RunGenerator, entry: ActiveRun): Promise<void> {
    const { signal } = entry.controller;
    const aborted = new Promise<false>((resolve) => signal.addEventListener('abort', () => resolve(false)));
    const events = generate(signal);
    let stopReason: StopReason | null = null;
    try {
      const completed = await Promise.race([write(run, events, signal), aborted]);
      if (!completed) stopReason = entry.stopReason;
    } catch (error) {
      if (signal.aborted) stopReason = entry.stopReason;
      else eventLog.append(run.id, kind.failed(toAvaError(error, run)));
    } finally {
      // An aborted generator can hang in a library's await; its cleanup must not delay the end of the run.
      void events.return(undefined).catch((error: unknown) => log.debug({ error, run: run.id }, 'run cleanup failed'));
      await conclude(run, kind, stopReason);
      active.delete(run.id);
      feeds.stop(run.id);
    }
  }

  /** Appends the events of a run; false if it was aborted before its end. */
  async function write(run: RunRow, events: ReturnType<RunGenerator>, signal: AbortSignal): Promise<boolean> {
    for await (const event of events) {
      if (signal.aborted) return false;
      eventLog.append(run.id, event);
    }
    return true;
  }

  async function conclude(run: RunRow, kind: RunKind, stopReason: StopReason | null): Promise<void> {
    if (stopReason !== null) {
      const lastEvent =
        stopReason === 'canceled' ? kind.stopped() : stopReason === 'closing' ? kind.interrupted() : null;
      if (lastEvent === null) {
        if (stopReason === 'closing') await store.runs.forgiveAttempt(run.id, self.id);
        return eventLog.detach(run.id);
      }
      eventLog.append(run.id, lastEvent);
    }
    await eventLog.end(run.id);
  }

  function toAvaError(error: unknown, run: RunRow): AvaError {
    const failure = isAvaError(error) ? error : new AvaError('unexpected', { cause: error });
    log.warn({ error: failure, run: run.id, kind: run.kind }, 'run failed');
    return failure;
  }

  function launch(
    run: RunRow,
    kind: RunKind,
    generate: RunGenerator,
    priorEvents: readonly StoredEvent[],
  ): Promise<void> {
    eventLog.open(run, kind, priorEvents);
    const entry: ActiveRun = { controller: new AbortController(), stopReason: null, finished: Promise.resolve() };
    active.set(run.id, entry);
    feeds.start(run.id, priorEvents);
    entry.finished = execute(run, kind, generate, entry);
    return entry.finished;
  }

  const unsubscribers = await Promise.all([
    pubSub.subscribe(CANCEL, (runId) => stop(runId, 'canceled')),
    pubSub.subscribe(WRITTEN, (ids) => feeds.refresh(ids.split(',').filter((id) => !active.has(id)))),
  ]);

  const sweep = await createSweep({ ...options, eventLog }, self, kinds, {
    list: () => [...active.keys()],
    cancel: (runId) => stop(runId, 'canceled'),
    drop,
  });

  async function waitForRuns(): Promise<void> {
    await Promise.allSettled([...active.values()].map((run) => run.finished));
  }

  async function disconnect(): Promise<void> {
    await sweep.close();
    await Promise.all(unsubscribers.map((unsubscribe) => unsubscribe()));
  }

  /** Waits for `promise`, but no longer than `ms`. */
  async function waitAtMost(ms: number, promise: Promise<void>): Promise<void> {
    const settled = new AbortController();
    await Promise.race([promise, clock.sleep(ms, settled.signal)]);
    settled.abort();
  }

  return {
    processId: self.id,
    start(run, kind, generate, priorEvents = []) {
      launch(run, kind, generate, priorEvents).catch((error: unknown) => {
        log.error({ error, run: run.id }, 'failed to conclude run');
      });
    },
    async perform(run, kind, generate) {
      await launch(run, kind, generate, await store.runs.listEvents(run.id, 0));
    },
    follow: feeds.follow,
    async cancel(run) {
      await store.runs.requestCancel(run.id);
      stop(run.id, 'canceled');
      if (shared && run.processId !== self.id) await pubSub.publish(CANCEL, run.id);
    },
    async close(ms) {
      await waitAtMost(ms, waitForRuns());
      for (const runId of active.keys()) stop(runId, 'closing');
      await waitAtMost(FINAL_COMMIT_MS, waitForRuns());
      await waitAtMost(FINAL_COMMIT_MS, disconnect());
    },
  };
}
