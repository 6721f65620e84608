import { hostname } from 'node:os';
import { type AvaError, AvaError as Failure, isAvaError } from '../../contract/errors.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Bus } from '../storage/bus.ts';
import type { Store } from '../storage/store.ts';
import type { RunRow, StoredEvent } from '../storage/tables/runs.ts';
import { createFeeds } from './feeds.ts';
import { createJournal, type Written } from './journal.ts';
import type { RunKind, Unnumbered } from './kinds.ts';
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
  /** Lets the runs under way end for up to `ms`; what is left then is marked as interrupted. */
  close(ms: number): Promise<void>;
}

interface Outside {
  store: Store;
  bus: Bus;
  /** Whether other processes work on the same store. */
  shared: boolean;
  clock: Clock;
  log: Log;
  /** Called for the run of a dead process that is to be worked on again. */
  onReleased: (run: RunRow) => Promise<void>;
}

type Ending = 'cancelled' | 'closing';

interface Active {
  controller: AbortController;
  ending: Ending | null;
  finished: Promise<void>;
}

const CANCEL = 'run_cancel';
const WRITTEN = 'run_written';
/** A notification carries at most 8,000 bytes: 200 ids of 36 characters and their commas. */
const IDS_PER_NOTE = 200;

/** Work that outlives its request: started here or by a job, followed from anywhere, stopped only by `cancel`. */
export async function createRuns(outside: Outside, kinds: readonly RunKind[]): Promise<Runs> {
  const { store, bus, shared, clock, log } = outside;
  const self = { id: crypto.randomUUID(), host: hostname(), pid: process.pid };
  const active = new Map<string, Active>();
  const feeds = createFeeds(store);
  const journal = createJournal({ store, clock, log }, publish);

  function publish(written: readonly Written[]): void {
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

  async function execute(run: RunRow, kind: RunKind, work: Work, entry: Active): Promise<void> {
    const { signal } = entry.controller;
    const aborted = new Promise<'aborted'>((resolve) => signal.addEventListener('abort', () => resolve('aborted')));
    const events = work(signal);
    try {
      for (;;) {
        const next = await Promise.race([events.next(), aborted]);
        if (next === 'aborted' || signal.aborted) break;
        if (next.done) return;
        journal.append(run.id, next.value);
      }
      const interrupted = entry.ending === 'closing' ? kind.interrupted() : kind.stopped();
      if (interrupted) journal.append(run.id, interrupted);
    } catch (error) {
      if (signal.aborted) journal.append(run.id, kind.stopped());
      else journal.append(run.id, kind.failed(failureOf(error, run)));
    } finally {
      // An aborted generator may hang in a library's await; its cleanup must not hold the run.
      void events.return(undefined).catch((error: unknown) => log.debug({ error, run: run.id }, 'a run ended badly'));
      await journal.end(run.id);
      active.delete(run.id);
    }
  }

  function failureOf(error: unknown, run: RunRow): AvaError {
    const failure = isAvaError(error) ? error : new Failure('unexpected', { cause: error });
    log.warn({ error: failure, run: run.id, kind: run.kind }, 'a run failed');
    return failure;
  }

  function begin(run: RunRow, kind: RunKind, work: Work, before: readonly StoredEvent[]): Promise<void> {
    journal.open(run, kind, before);
    const entry: Active = { controller: new AbortController(), ending: null, finished: Promise.resolve() };
    active.set(run.id, entry);
    entry.finished = execute(run, kind, work, entry);
    return entry.finished;
  }

  const unsubscribe = await Promise.all([
    bus.subscribe(CANCEL, (runId) => stop(runId, 'cancelled')),
    bus.subscribe(WRITTEN, (ids) => {
      feeds.nudge(ids.split(',').filter((id) => !active.has(id))).catch((error: unknown) => {
        log.warn({ error }, 'events of another process could not be read; readers will ask again');
      });
    }),
  ]);

  const sweep = await createSweep({ ...outside, journal }, self, kinds, (runId) => stop(runId, 'cancelled'));

  return {
    processId: self.id,
    start(run, kind, work, before = []) {
      begin(run, kind, work, before).catch((error: unknown) => log.error({ error, run: run.id }, 'a run was lost'));
    },
    perform: (run, kind, work) => begin(run, kind, work, []),
    follow: feeds.follow,
    async cancel(run) {
      await store.runs.requestCancel(run.id, clock.now());
      stop(run.id, 'cancelled');
      if (shared && run.processId !== self.id) await bus.publish(CANCEL, run.id);
    },
    async close(ms) {
      const under = [...active.values()].map((run) => run.finished);
      await Promise.race([Promise.allSettled(under), clock.sleep(ms)]);
      for (const runId of [...active.keys()]) stop(runId, 'closing');
      await Promise.allSettled([...active.values()].map((run) => run.finished));
      await sweep.close();
      await Promise.all(unsubscribe.map((leave) => leave()));
    },
  };
}
