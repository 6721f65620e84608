import { AvaError } from '../../contract/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { RunRow, RunWrite, StoredEvent } from '../storage/tables/runs/runs.ts';
import type { Store } from '../storage/store.ts';
import { isInvalidData } from '../storage/errors.ts';
import type { RunKind, Unnumbered } from './runKind.ts';

/** Between two commits. Under load it grows to as long as a commit takes: one carries more, and half the time is others'. */
const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 250;
/** A store that is away is tried again for as long as the process lives; nobody is shown what is not stored. */
const RETRY_PAUSE_MS = 250;

interface RunLog {
  run: RunRow;
  kind: RunKind;
  state: unknown;
  seq: number;
  pending: StoredEvent[];
  ended: boolean;
  closed: PromiseWithResolvers<void>;
}

interface Entry {
  runLog: RunLog;
  write: RunWrite;
}

export interface WrittenEvents {
  run: RunRow;
  events: readonly StoredEvent[];
  ended: boolean;
  /** The number of the run's last event so far: an end may come without one. */
  seq: number;
}

export interface EventLog {
  /** Begins or takes over a run whose events so far are `before`. */
  open(run: RunRow, kind: RunKind, before: readonly StoredEvent[]): void;
  append(runId: string, event: Unnumbered<StoredEvent>): void;
  /** Closes a run: when this resolves, its last events are stored and its work is saved. */
  end(runId: string): Promise<void>;
  /** Forgets a run without ending it; another process goes on with what is stored. */
  leave(runId: string): void;
}

/** What the journal needs of the store. */
interface EventStore {
  runs: Pick<Store['runs'], 'commit' | 'listEvents'>;
}

export interface EventLogCallbacks {
  /** These events are stored and may be shown. */
  onWritten(written: readonly WrittenEvents[]): void;
  /** Nothing more is taken for this run: another process has taken it over, or the store refuses what it writes. */
  onDropped(run: RunRow): void;
}

/**
 * The one writer of a process: it commits the events of all its runs together and only then tells of them. What comes after
 * a while of nothing goes at once, the rest every 25 ms, stretching with the time that a commit takes; what a person is
 * waiting for waits for no more than the store itself needs.
 */
export function createEventLog(
  { store, clock, log }: { store: EventStore; clock: Clock; log: Log },
  processId: string,
  callbacks: EventLogCallbacks,
): EventLog {
  const logs = new Map<string, RunLog>();
  const dirty = new Set<RunLog>();
  let timer: NodeJS.Timeout | null = null;
  let writing = false;
  let urgent = false;
  /** The last commit: when it ended, on the clock that never jumps, and how many ms it took. */
  let last = { end: -Infinity, took: 0 };

  function schedule(): void {
    if (writing || dirty.size === 0 || (timer && !urgent)) return;
    if (timer) clearTimeout(timer);
    const pause = Math.min(LONGEST_PAUSE_MS, urgent ? last.took : Math.max(SHORTEST_PAUSE_MS, last.took));
    const wait = last.end + pause - clock.monotonic();
    if (urgent && wait <= 0) void write();
    // What comes in the same turn as the first goes with it.
    else timer = setTimeout(() => void write(), Math.max(0, wait));
  }

  async function write(): Promise<void> {
    const batch = [...dirty].map(take);
    dirty.clear();
    timer = null;
    urgent = false;
    writing = true;
    const from = clock.monotonic();
    const kept = await persist(batch);
    const end = clock.monotonic();
    last = { end, took: end - from };
    writing = false;
    callbacks.onWritten(
      kept.map(({ runLog, write: { events, ended } }) => ({
        run: runLog.run,
        events,
        ended,
        seq: events.at(-1)?.seq ?? runLog.seq,
      })),
    );
    for (const { runLog, write } of kept) if (write.ended) close(runLog);
    schedule();
  }

  function take(runLog: RunLog): Entry {
    const events = runLog.pending;
    runLog.pending = [];
    for (const event of events) runLog.kind.fold(runLog.state, event);
    return { runLog, write: writeOf(runLog, events) };
  }

  function writeOf(runLog: RunLog, events: readonly StoredEvent[]): RunWrite {
    const { run, kind, state, ended } = runLog;
    const lasting = ended || events.some((event) => kind.isLasting(event));
    const answer = lasting ? kind.answer(state) : null;
    return { runId: run.id, events, ended, answer: answer && { chatId: run.subjectId, answer } };
  }

  /** Stores a batch and gives what was stored. A run whose own data the store refuses fails alone. */
  async function persist(batch: readonly Entry[]): Promise<Entry[]> {
    try {
      const writes = batch.map((entry) => entry.write);
      const lost = new Set(await withRetry(() => store.runs.commit(processId, writes)));
      for (const { runLog } of batch) if (lost.has(runLog.run.id)) drop(runLog);
      return batch.filter(({ runLog }) => !lost.has(runLog.run.id));
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) return fail(only.runLog, error);
      const half = batch.length >> 1;
      return [...(await persist(batch.slice(0, half))), ...(await persist(batch.slice(half)))];
    }
  }

  /** Throws what the store refuses; everything else is tried again. */
  async function withRetry<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (isInvalidData(error)) throw error;
        log.warn({ error }, 'the store did not take events; trying again');
        await clock.sleep(RETRY_PAUSE_MS);
      }
    }
  }

  /** Ends a run with what is stored of it and an apology; if even that is refused, it is left to the sweep. */
  async function fail(runLog: RunLog, cause: unknown): Promise<Entry[]> {
    log.error({ error: cause, run: runLog.run.id }, 'the store refused the events of a run');
    drop(runLog);
    const rest = createRunLog(runLog.run, runLog.kind, await withRetry(() => store.runs.listEvents(runLog.run.id, 0)));
    rest.pending.push({ ...runLog.kind.failed(new AvaError('unexpected', { cause })), seq: (rest.seq += 1) });
    rest.ended = true;
    const entry = take(rest);
    try {
      const lost = await withRetry(() => store.runs.commit(processId, [entry.write]));
      return lost.length === 0 ? [entry] : [];
    } catch (error) {
      log.error({ error, run: runLog.run.id }, 'a failed run could not be ended');
      return [];
    }
  }

  function drop(runLog: RunLog): void {
    forget(runLog);
    callbacks.onDropped(runLog.run);
  }

  function forget(runLog: RunLog): void {
    runLog.ended = true;
    dirty.delete(runLog);
    close(runLog);
  }

  function close(runLog: RunLog): void {
    if (logs.get(runLog.run.id) === runLog) logs.delete(runLog.run.id);
    runLog.closed.resolve();
  }

  return {
    open(run, kind, before) {
      logs.set(run.id, createRunLog(run, kind, before));
    },

    append(runId, event) {
      const runLog = logs.get(runId);
      if (!runLog || runLog.ended) return;
      const last = runLog.pending.at(-1);
      const merged = last ? runLog.kind.merge(last, { ...event, seq: last.seq }) : null;
      if (merged) runLog.pending[runLog.pending.length - 1] = merged;
      else runLog.pending.push({ ...event, seq: (runLog.seq += 1) });
      dirty.add(runLog);
      urgent ||= runLog.kind.isUrgent({ ...event, seq: runLog.seq });
      schedule();
    },

    async end(runId) {
      const runLog = logs.get(runId);
      if (!runLog) return;
      runLog.ended = true;
      urgent = true;
      dirty.add(runLog);
      schedule();
      await runLog.closed.promise;
    },

    leave(runId) {
      const runLog = logs.get(runId);
      if (runLog) forget(runLog);
    },
  };
}

function createRunLog(run: RunRow, kind: RunKind, before: readonly StoredEvent[]): RunLog {
  const state = kind.createState(run);
  for (const event of before) kind.fold(state, event);
  const seq = before.at(-1)?.seq ?? 0;
  return { run, kind, state, seq, pending: [], ended: false, closed: Promise.withResolvers<void>() };
}
