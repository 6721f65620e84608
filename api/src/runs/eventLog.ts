import { AvaError } from '#contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { RunRow, RunWrite, StoredEvent } from '#api/storage/tables/runs/runs.ts';
import type { Store } from '#api/storage/store.ts';
import { isInvalidData } from '#api/storage/errors.ts';
import type { RunKind, Unnumbered } from './runKind.ts';

/**
 * Shortest and longest pause between commits. Within this range, a pause is as long as the last commit took, so that
 * events keep the store busy for at most half of the time.
 */
const MIN_PAUSE_MS = 25;
const MAX_PAUSE_MS = 250;
/** A commit to an unavailable store is retried until the process ends: readers only see stored events. */
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

interface PendingWrite {
  runLog: RunLog;
  write: RunWrite;
}

export interface WrittenEvents {
  run: RunRow;
  events: readonly StoredEvent[];
  ended: boolean;
  /** Number of the run's last event; a run can end without a new one. */
  seq: number;
}

export interface EventLog {
  /** Accepts events of a run from now on. `priorEvents` are the events that it already has. */
  open(run: RunRow, kind: RunKind, priorEvents: readonly StoredEvent[]): void;
  append(runId: string, event: Unnumbered<StoredEvent>): void;
  /** Ends a run. Resolves when its last events and its message are stored. */
  end(runId: string): Promise<void>;
  /** Drops a run without ending it; another process continues from the stored events. */
  detach(runId: string): void;
}

/** The part of the store that the event log uses. */
interface EventStore {
  runs: Pick<Store['runs'], 'commit' | 'listEvents'>;
}

export interface EventLogCallbacks {
  /** These events are stored and can be shown. */
  onWritten(written: readonly WrittenEvents[]): void;
  /** The run accepts no more events: another process took it over, or the store rejects its data. */
  onDropped(run: RunRow): void;
}

/**
 * Creates the only writer of events in a process. It commits the events of all runs together and publishes them afterwards.
 * The first event after a pause and urgent events are committed at once, the others every 25 ms or as often as the store
 * can keep up.
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
  /** End (monotonic) and duration of the last commit, in ms. */
  let lastCommit = { endedAt: -Infinity, duration: 0 };

  function schedule(): void {
    if (writing || dirty.size === 0 || (timer && !urgent)) return;
    if (timer) clearTimeout(timer);
    const { endedAt, duration } = lastCommit;
    const pause = Math.min(MAX_PAUSE_MS, urgent ? duration : Math.max(MIN_PAUSE_MS, duration));
    const delay = endedAt + pause - clock.monotonic();
    if (urgent && delay <= 0) void write();
    // Even without a delay, events of the same turn of the event loop share the commit.
    else timer = setTimeout(() => void write(), Math.max(0, delay));
  }

  async function write(): Promise<void> {
    const batch = [...dirty].map(takePending);
    dirty.clear();
    timer = null;
    urgent = false;
    writing = true;
    const startedAt = clock.monotonic();
    const stored = await persist(batch);
    const endedAt = clock.monotonic();
    lastCommit = { endedAt, duration: endedAt - startedAt };
    writing = false;
    callbacks.onWritten(
      stored.map(({ runLog, write: { events, ended } }) => ({
        run: runLog.run,
        events,
        ended,
        seq: events.at(-1)?.seq ?? runLog.seq,
      })),
    );
    for (const { runLog, write } of stored) if (write.ended) close(runLog);
    schedule();
  }

  function takePending(runLog: RunLog): PendingWrite {
    const events = runLog.pending;
    runLog.pending = [];
    for (const event of events) runLog.kind.fold(runLog.state, event);
    return { runLog, write: toRunWrite(runLog, events) };
  }

  /** The end of a run (done, stopped, failed or interrupted) saves what it has made so far. */
  function toRunWrite(runLog: RunLog, events: readonly StoredEvent[]): RunWrite {
    const { run, kind, state, ended } = runLog;
    const savesResult = ended || events.some((event) => kind.isCheckpoint(event));
    return { runId: run.id, events, ended, ...(savesResult && kind.takeResult(state, run)) };
  }

  /**
   * Stores a batch and returns what was stored. If the store rejects the data, tries each half of the batch separately,
   * so that only the run with the rejected data fails.
   */
  async function persist(batch: readonly PendingWrite[]): Promise<PendingWrite[]> {
    try {
      const writes = batch.map(({ write }) => write);
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

  /** Retries every error except rejected data, which it throws. */
  async function withRetry<T>(operation: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await operation();
      } catch (error) {
        if (isInvalidData(error)) throw error;
        log.warn({ error }, 'failed to store run events; retrying');
        await clock.sleep(RETRY_PAUSE_MS);
      }
    }
  }

  /** Ends a run with its stored events and a `failed` event. If the store rejects that too, the sweep ends the run. */
  async function fail(runLog: RunLog, cause: unknown): Promise<PendingWrite[]> {
    const { run, kind } = runLog;
    log.error({ error: cause, run: run.id }, 'run events rejected by the store');
    drop(runLog);
    const stored = createRunLog(run, kind, await withRetry(() => store.runs.listEvents(run.id, 0)));
    stored.pending.push({ ...kind.failed(new AvaError('unexpected', { cause })), seq: (stored.seq += 1) });
    stored.ended = true;
    const pendingWrite = takePending(stored);
    try {
      const lost = await withRetry(() => store.runs.commit(processId, [pendingWrite.write]));
      return lost.length === 0 ? [pendingWrite] : [];
    } catch (error) {
      log.error({ error, run: run.id }, 'failed to end run');
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
    open(run, kind, priorEvents) {
      logs.set(run.id, createRunLog(run, kind, priorEvents));
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

    detach(runId) {
      const runLog = logs.get(runId);
      if (runLog) forget(runLog);
    },
  };
}

function createRunLog(run: RunRow, kind: RunKind, priorEvents: readonly StoredEvent[]): RunLog {
  const state = kind.createState(run);
  for (const event of priorEvents) kind.fold(state, event);
  const seq = priorEvents.at(-1)?.seq ?? 0;
  return { run, kind, state, seq, pending: [], ended: false, closed: Promise.withResolvers<void>() };
}
