import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Store } from '#api/storage/store.ts';
import type { ClaimedRun, RunRow } from '#api/storage/tables/runs/runs.ts';
import type { EventLog } from './eventLog.ts';
import type { RunKind } from './runKind.ts';

/** How long the events of an ended run are kept for late readers. Later readers get the saved message. */
export const RUN_EVENTS_KEPT_MS = 600_000;
const HEARTBEAT_MS = 2_000;
/** A process is dead after three missed heartbeats. Its runs are then ended within 10 s of its death. */
const DEAD_AFTER_MS = 6_500;
/** A run during which two processes died has probably killed them. */
const MAX_DEATHS = 2;
const PRUNE_INTERVAL_MS = 60_000;
/** How often canceled runs are looked up, in case a notification was lost. */
const CANCEL_CHECK_MS = 250;

/** The part of the store that the sweep uses. */
interface SweepStore {
  runs: Pick<
    Store['runs'],
    | 'listOrphaned'
    | 'listHeldBy'
    | 'listEvents'
    | 'release'
    | 'takeOver'
    | 'listWaiting'
    | 'listCanceled'
    | 'pruneEvents'
  >;
  processes: Store['processes'];
}

interface SweepOptions {
  store: SweepStore;
  shared: boolean;
  clock: Clock;
  log: Log;
  eventLog: EventLog;
  onReleased: (run: RunRow) => Promise<void>;
  onAbandoned: (run: RunRow) => Promise<void>;
}

/** The runs that this process works on. */
export interface ActiveRuns {
  list(): string[];
  cancel(runId: string): void;
  /** Stops work on a run that another process has taken over. */
  drop(runId: string): void;
}

/**
 * Saves this process's heartbeat, and ends or releases the runs of processes whose heartbeat stopped. If the store is not
 * shared, every run that is in progress at startup belongs to a dead process.
 */
export async function createSweep(
  options: SweepOptions,
  self: { id: string; host: string; pid: number },
  kinds: readonly RunKind[],
  active: ActiveRuns,
): Promise<{ close(): Promise<void> }> {
  const { store, shared, clock, log, eventLog } = options;
  let lastPruneAt = clock.monotonic();
  let lastHeartbeatAt = clock.monotonic();
  let nextSweepAt = lastHeartbeatAt;
  let idleRunIds = new Set<string>();

  async function endOrReleaseRun(run: ClaimedRun): Promise<void> {
    log.warn({ run: run.id, kind: run.kind }, 'run orphaned');
    const kind = kinds.find(({ name }) => name === run.kind);
    const abandoned = run.attempts >= MAX_DEATHS ? (kind?.abandoned?.() ?? null) : null;
    const lastEvent = kind?.interrupted() ?? abandoned;
    if (!kind || !lastEvent) {
      if (await store.runs.release(run)) await options.onReleased(run);
      return;
    }
    if (!(await store.runs.takeOver(run, self.id))) return;
    if (abandoned) await options.onAbandoned(run);
    eventLog.open(run, kind, await store.runs.listEvents(run.id, 0));
    eventLog.append(run.id, lastEvent);
    await eventLog.end(run.id);
  }

  async function sweep(): Promise<void> {
    for (const run of await store.runs.listOrphaned(DEAD_AFTER_MS)) await endOrReleaseRun(run);
  }

  /** Drops runs that another process took over, and ends runs that this process claimed but does not work on. */
  async function reconcile(): Promise<void> {
    const activeIds = active.list();
    const held = await store.runs.listHeldBy(self.id);
    const heldIds = new Set(held.map((run) => run.id));
    for (const runId of activeIds) if (!heldIds.has(runId)) active.drop(runId);
    const knownIds = new Set([...activeIds, ...active.list()]);
    const idleRuns = held.filter((run) => !knownIds.has(run.id));
    // A run looks idle once if it was claimed a moment ago, so it is ended only if it looks idle twice.
    for (const run of idleRuns) if (idleRunIds.has(run.id)) await endOrReleaseRun(run);
    idleRunIds = new Set(idleRuns.map((run) => run.id));
  }

  async function beat(): Promise<void> {
    await store.processes.saveHeartbeat(self);
    const now = clock.monotonic();
    // After this process missed a heartbeat (store unavailable, machine asleep), others can seem dead but be alive.
    if (now - lastHeartbeatAt > 2 * HEARTBEAT_MS) nextSweepAt = now + 2 * HEARTBEAT_MS;
    lastHeartbeatAt = now;
    await reconcile();
    if (now >= nextSweepAt) await sweep();
    if (now - lastPruneAt < PRUNE_INTERVAL_MS) return;
    lastPruneAt = now;
    // Safe to repeat: a run that is queued twice is claimed once.
    for (const run of await store.runs.listWaiting(PRUNE_INTERVAL_MS)) await options.onReleased(run);
    await store.runs.pruneEvents(RUN_EVENTS_KEPT_MS);
    await store.processes.prune(RUN_EVENTS_KEPT_MS);
  }

  async function checkCanceled(): Promise<void> {
    for (const runId of await store.runs.listCanceled(self.id)) active.cancel(runId);
  }

  await store.processes.saveHeartbeat(self);
  if (!shared) {
    await store.processes.removeOthers(self.id);
    await sweep();
  }

  const loops = [startLoop(HEARTBEAT_MS, beat), ...(shared ? [startLoop(CANCEL_CHECK_MS, checkCanceled)] : [])];

  /** Repeats `task` with a pause in between. A failure is logged and the task is tried again. */
  function startLoop(pauseMs: number, task: () => Promise<void>): () => Promise<void> {
    const abort = new AbortController();
    const loop = (async () => {
      while (!abort.signal.aborted) {
        await clock.sleep(pauseMs, abort.signal);
        if (abort.signal.aborted) return;
        await task().catch((error: unknown) => log.warn({ error }, 'run sweep failed; retrying'));
      }
    })();
    return () => {
      abort.abort();
      return loop;
    };
  }

  return {
    async close() {
      await Promise.all(loops.map((stopLoop) => stopLoop()));
      await store.processes
        .remove(self.id)
        .catch((error: unknown) => log.warn({ error }, 'failed to deregister process'));
    },
  };
}
