import { RUN_EVENTS_KEPT_MS } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Store } from '../storage/store.ts';
import type { ClaimedRun, RunRow } from '../storage/tables/runs/runs.ts';
import type { EventLog } from './eventLog.ts';
import type { RunKind } from './runKind.ts';

const BEAT_MS = 2_000;
/** Three missed beats: what a dead process left is ended within 10 s of its death. */
const DEAD_AFTER_MS = 6_500;
/** A run that two processes died with has likely ended them. */
const MOST_ATTEMPTS = 2;
const PRUNE_EVERY_MS = 60_000;
/** A cancel whose notification was lost is seen this late. */
const CANCEL_CHECK_MS = 250;

/** What the sweep needs of the store. */
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
  onGivenUp: (run: RunRow) => Promise<void>;
}

/** The runs that this process works on. */
export interface ActiveRuns {
  list(): string[];
  cancel(runId: string): void;
  /** Another process has taken it over. */
  drop(runId: string): void;
}

/**
 * Says that this process lives, and ends or releases the runs of processes that no longer do. Where no other process can
 * share the store, whatever is running when this one starts was left by a dead one.
 */
export async function createSweep(
  options: SweepOptions,
  self: { id: string; host: string; pid: number },
  kinds: readonly RunKind[],
  active: ActiveRuns,
): Promise<{ close(): Promise<void> }> {
  const { store, shared, clock, log, eventLog } = options;
  let pruned = clock.monotonic();
  let beaten = clock.monotonic();
  let sweepFrom = beaten;
  let idle = new Set<string>();

  async function end(run: ClaimedRun): Promise<void> {
    log.warn({ run: run.id, kind: run.kind }, 'a run was left unended');
    const kind = kinds.find((one) => one.name === run.kind);
    const givenUp = run.attempts >= MOST_ATTEMPTS ? (kind?.givenUp?.() ?? null) : null;
    const last = kind?.interrupted() ?? givenUp;
    if (!kind || !last) {
      if (await store.runs.release(run)) await options.onReleased(run);
      return;
    }
    if (!(await store.runs.takeOver(run, self.id))) return;
    if (givenUp) await options.onGivenUp(run);
    eventLog.open(run, kind, await store.runs.listEvents(run.id, 0));
    eventLog.append(run.id, last);
    await eventLog.end(run.id);
  }

  async function sweep(): Promise<void> {
    for (const run of await store.runs.listOrphaned(DEAD_AFTER_MS)) await end(run);
  }

  /** Lets go of runs that were taken over, and ends those that this process has taken and does not work on. */
  async function compare(): Promise<void> {
    const worked = active.list();
    const held = await store.runs.listHeldBy(self.id);
    const heldIds = new Set(held.map((run) => run.id));
    for (const runId of worked) if (!heldIds.has(runId)) active.drop(runId);
    const known = new Set([...worked, ...active.list()]);
    const unworked = held.filter((run) => !known.has(run.id));
    // One that is about to begin looks idle once.
    for (const run of unworked) if (idle.has(run.id)) await end(run);
    idle = new Set(unworked.map((run) => run.id));
  }

  async function beat(): Promise<void> {
    await store.processes.saveHeartbeat(self);
    const now = clock.monotonic();
    // After a missed beat (no store, or asleep) all the others look dead until they have had their turn.
    if (now - beaten > 2 * BEAT_MS) sweepFrom = now + 2 * BEAT_MS;
    beaten = now;
    await compare();
    if (now >= sweepFrom) await sweep();
    if (now - pruned < PRUNE_EVERY_MS) return;
    pruned = now;
    // Queued twice, a run is still claimed once.
    for (const run of await store.runs.listWaiting(PRUNE_EVERY_MS)) await options.onReleased(run);
    await store.runs.pruneEvents(RUN_EVENTS_KEPT_MS);
    await store.processes.prune(RUN_EVENTS_KEPT_MS);
  }

  async function checkCancelled(): Promise<void> {
    for (const runId of await store.runs.listCanceled(self.id)) active.cancel(runId);
  }

  await store.processes.saveHeartbeat(self);
  if (!shared) {
    await store.processes.removeOthers(self.id);
    await sweep();
  }

  const timers = [every(BEAT_MS, beat), ...(shared ? [every(CANCEL_CHECK_MS, checkCancelled)] : [])];

  /** Runs `task` over and over with a pause between, one at a time; a failure is logged and tried again. */
  function every(ms: number, task: () => Promise<void>): () => Promise<void> {
    const over = new AbortController();
    const loop = (async () => {
      while (!over.signal.aborted) {
        await clock.sleep(ms, over.signal);
        if (over.signal.aborted) return;
        await task().catch((error: unknown) => log.warn({ error }, 'looking after runs failed; trying again'));
      }
    })();
    return () => {
      over.abort();
      return loop;
    };
  }

  return {
    async close() {
      await Promise.all(timers.map((stop) => stop()));
      await store.processes.remove(self.id).catch((error: unknown) => log.warn({ error }, 'could not say goodbye'));
    },
  };
}
