import { hostname } from 'node:os';
import { type AvaError, AvaError as Failure, isAvaError } from '../../contract/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { PubSub } from '../storage/pubSub.ts';
import type { Store } from '../storage/store.ts';
import type { RunRow, StoredEvent } from '../storage/tables/runs/runs.ts';
import { createFeeds } from './feeds.ts';
import { createEventLog, type WrittenEvents } from './eventLog.ts';
import type { RunKind, Unnumbered } from './runKind.ts';
import { createSweep } from './sweep.ts';

/** A run's work: it yields events and must stop soon after `signal` fires. */
export type Work = (signal: AbortSignal) => AsyncGenerator<Unnumbered<StoredEvent>>;

export interface Runs {
  processId: string;
  /** Begins a run whose row (and first events) are stored, detached from whoever asked for it. */
  start(run: RunRow, kind: RunKind, work: Work, before?: readonly StoredEvent[]): void;
  /** The same, for a job: resolves when the run has ended or this process lost it. */
  perform(run: RunRow, kind: RunKind, work: Work): Promise<void>;
  follow(runId: string, from: number, signal: AbortSignal): AsyncGenerator<StoredEvent[]>;
  /** Stops a run wherever it is worked on. What was stored is kept. */
  cancel(run: RunRow): Promise<void>;
  /** Lets the runs under way end for up to `ms`; what is left then is interrupted, or left to another process. */
  close(ms: number): Promise<void>;
}

interface RunsOptions {
  store: Store;
  bus: PubSub;
  /** Whether other processes work on the same store. */
  shared: boolean;
  clock: Clock;
  log: Log;
  /** Called for the run of a dead process that is to be worked on again. */
  onReleased: (run: RunRow) => Promise<void>;
  /** Called before the run of a dead process ends because it has been begun too often. */
  onGivenUp: (run: RunRow) => Promise<void>;
}

type Ending = 'cancelled' | 'closing' | 'dropped';

interface ActiveRun {
  controller: AbortController;
  ending: Ending | null;
  finished: Promise<void>;
}

const CANCEL = 'run_cancel';
const WRITTEN = 'run_written';
/** A notification carries at most 8,000 bytes: 200 ids of 36 characters and their commas. */
const IDS_PER_NOTE = 200;
/** A store that is away when AVA closes is waited for this long; what it did not take, the sweep of another ends. */
const LAST_WORDS_MS = 3_000;

/** Work that outlives its request: started here or by a job, followed from anywhere, stopped only by `cancel`. */
export async function createRuns(options: RunsOptions, kinds: readonly RunKind[]): Promise<Runs> {
  const { store, bus, shared, clock, log } = options;
  const self = { id: crypto.randomUUID(), host: hostname(), pid: process.pid };
  const active = new Map<string, ActiveRun>();
  const feeds = createFeeds({ store, log }, (runId) => active.has(runId));
  const eventLog = createEventLog({ store, clock, log }, self.id, {
    onWritten: publish,
    onDropped: ({ id }) => drop(id),
  });

  function publish(written: readonly WrittenEvents[]): void {
    for (const one of written) feeds.add(one);
    if (!shared) return;
    const ids = written.map((one) => one.run.id);
    for (let from = 0; from < ids.length; from += IDS_PER_NOTE) {
      bus.publish(WRITTEN, ids.slice(from, from + IDS_PER_NOTE).join(',')).catch((error: unknown) => {
        log.warn({ error }, 'a notification was lost; readers will ask again');
      });
    }
  }

  function stop(runId: string, ending: Ending): void {
    const run = active.get(runId);
    if (!run || run.ending) return;
    run.ending = ending;
    run.controller.abort();
  }

  /** Leaves a run to whoever has it now; its readers here go on with what is stored. */
  function drop(runId: string): void {
    stop(runId, 'dropped');
    feeds.refresh([runId]);
  }

  async function execute(run: RunRow, kind: RunKind, work: Work, entry: ActiveRun): Promise<void> {
    const { signal } = entry.controller;
    const aborted = new Promise<false>((resolve) => signal.addEventListener('abort', () => resolve(false)));
    const events = work(signal);
    let stopped: Ending | null = null;
    try {
      const whole = await Promise.race([write(run, events, signal), aborted]);
      if (!whole) stopped = entry.ending;
    } catch (error) {
      if (signal.aborted) stopped = entry.ending;
      else eventLog.append(run.id, kind.failed(failureOf(error, run)));
    } finally {
      // An aborted generator may hang in a library's await; its cleanup must not hold the run.
      void events.return(undefined).catch((error: unknown) => log.debug({ error, run: run.id }, 'a run ended badly'));
      await conclude(run, kind, stopped);
      active.delete(run.id);
      feeds.stop(run.id);
    }
  }

  /** Appends what a run's work yields; false when it was aborted before its end. */
  async function write(run: RunRow, events: ReturnType<Work>, signal: AbortSignal): Promise<boolean> {
    for await (const event of events) {
      if (signal.aborted) return false;
      eventLog.append(run.id, event);
    }
    return true;
  }

  async function conclude(run: RunRow, kind: RunKind, stopped: Ending | null): Promise<void> {
    if (stopped !== null) {
      const last = stopped === 'cancelled' ? kind.stopped() : stopped === 'closing' ? kind.interrupted() : null;
      if (last === null) {
        if (stopped === 'closing') await store.runs.forgiveAttempt(run.id, self.id);
        return eventLog.leave(run.id);
      }
      eventLog.append(run.id, last);
    }
    await eventLog.end(run.id);
  }

  function failureOf(error: unknown, run: RunRow): AvaError {
    const failure = isAvaError(error) ? error : new Failure('unexpected', { cause: error });
    log.warn({ error: failure, run: run.id, kind: run.kind }, 'a run failed');
    return failure;
  }

  function begin(run: RunRow, kind: RunKind, work: Work, before: readonly StoredEvent[]): Promise<void> {
    eventLog.open(run, kind, before);
    const entry: ActiveRun = { controller: new AbortController(), ending: null, finished: Promise.resolve() };
    active.set(run.id, entry);
    feeds.start(run.id, before);
    entry.finished = execute(run, kind, work, entry);
    return entry.finished;
  }

  const unsubscribe = await Promise.all([
    bus.subscribe(CANCEL, (runId) => stop(runId, 'cancelled')),
    bus.subscribe(WRITTEN, (ids) => feeds.refresh(ids.split(',').filter((id) => !active.has(id)))),
  ]);

  const sweep = await createSweep({ ...options, eventLog }, self, kinds, {
    list: () => [...active.keys()],
    cancel: (runId) => stop(runId, 'cancelled'),
    drop,
  });

  async function finished(): Promise<void> {
    await Promise.allSettled([...active.values()].map((run) => run.finished));
  }

  async function leaveStore(): Promise<void> {
    await sweep.close();
    await Promise.all(unsubscribe.map((leave) => leave()));
  }

  async function atMost(ms: number, promise: Promise<void>): Promise<void> {
    const over = new AbortController();
    await Promise.race([promise, clock.sleep(ms, over.signal)]);
    over.abort();
  }

  return {
    processId: self.id,
    start(run, kind, work, before = []) {
      begin(run, kind, work, before).catch((error: unknown) => log.error({ error, run: run.id }, 'a run was lost'));
    },
    async perform(run, kind, work) {
      await begin(run, kind, work, await store.runs.listEvents(run.id, 0));
    },
    follow: feeds.follow,
    async cancel(run) {
      await store.runs.requestCancel(run.id);
      stop(run.id, 'cancelled');
      if (shared && run.processId !== self.id) await bus.publish(CANCEL, run.id);
    },
    async close(ms) {
      await atMost(ms, finished());
      for (const runId of active.keys()) stop(runId, 'closing');
      await atMost(LAST_WORDS_MS, finished());
      await atMost(LAST_WORDS_MS, leaveStore());
    },
  };
}
