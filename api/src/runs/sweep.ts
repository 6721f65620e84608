import { RUN_EVENTS_KEPT_MS } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Store } from '../storage/store.ts';
import type { RunRow } from '../storage/tables/runs.ts';
import type { Journal } from './journal.ts';
import type { RunKind } from './kinds.ts';

const BEAT_MS = 2_000;
/** Three missed beats: what a dead process left is ended within 10 s of its death. */
const DEAD_AFTER_MS = 6_500;
const PRUNE_EVERY_MS = 60_000;
/** A cancel whose notification was lost is seen this late. */
const CANCEL_CHECK_MS = 250;

interface Outside {
  store: Store;
  shared: boolean;
  clock: Clock;
  log: Log;
  journal: Journal;
  onReleased: (run: RunRow) => Promise<void>;
}

/**
 * Says that this process lives, and ends or releases the runs of processes that no longer do. Where no other process can
 * share the store, whatever is running when this one starts was left by a dead one.
 */
export async function createSweep(
  outside: Outside,
  self: { id: string; host: string; pid: number },
  kinds: readonly RunKind[],
  stop: (runId: string) => void,
): Promise<{ close(): Promise<void> }> {
  const { store, shared, clock, log, journal } = outside;
  let pruned = clock.now();

  async function end(run: RunRow): Promise<void> {
    const kind = kinds.find((one) => one.name === run.kind);
    const last = kind?.interrupted();
    if (!kind || !last) {
      if (await store.runs.release(run)) await outside.onReleased(run);
      return;
    }
    if (!(await store.runs.takeOver(run, self.id))) return;
    journal.open(run, kind, await store.runs.events(run.id, 0));
    journal.append(run.id, last);
    await journal.end(run.id);
  }

  async function sweep(before: Date): Promise<void> {
    for (const run of await store.runs.orphans(before)) {
      log.warn({ run: run.id, kind: run.kind }, 'a run was left by a process that died');
      await end(run);
    }
  }

  async function beat(): Promise<void> {
    const now = clock.now();
    await store.runs.beat(self, now);
    await sweep(new Date(now.getTime() - DEAD_AFTER_MS));
    if (now.getTime() - pruned.getTime() < PRUNE_EVERY_MS) return;
    pruned = now;
    await store.runs.prune(new Date(now.getTime() - RUN_EVENTS_KEPT_MS));
  }

  async function checkCancelled(): Promise<void> {
    for (const runId of await store.runs.cancelled(self.id)) stop(runId);
  }

  await store.runs.beat(self, clock.now());
  if (!shared) await sweep(new Date(clock.now().getTime() + BEAT_MS));

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
      await Promise.all(timers.map((end) => end()));
      await store.runs.forgetProcess(self.id).catch((error: unknown) => log.warn({ error }, 'could not say goodbye'));
    },
  };
}
