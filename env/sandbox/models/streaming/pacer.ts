import { performance } from 'node:perf_hooks';

/** Duration of a tick: the shortest interval, and the maximum delay of a step on an idle machine. */
export const TICK_MS = 4;

/** Maximum delay that a stream makes up later, with one step per tick; the rest of the delay remains. */
const MAX_LAG_MS = 250;

type Job = { due: number; ms: number; step: () => boolean };

export type Pacer = {
  /** Calls `step` every `ms` milliseconds until `step` returns false or the returned function is called. */
  repeat(ms: number, step: () => boolean): () => void;
  close(): void;
};

/**
 * Creates a timer wheel for all streams, with slots of four milliseconds; it runs only while it has jobs. A thousand
 * separate intervals would cost more CPU time than the deltas themselves.
 */
export function createPacer(): Pacer {
  const slots = new Map<number, Set<Job>>();
  let timer: NodeJS.Timeout | undefined;
  let lastSlot = 0;

  const toSlot = (due: number) => Math.max(Math.ceil(due / TICK_MS), lastSlot + 1);

  function schedule(job: Job): void {
    const slot = toSlot(job.due);
    const jobs = slots.get(slot);
    if (jobs) jobs.add(job);
    else slots.set(slot, new Set([job]));
  }

  function run(job: Job, now: number): void {
    if (!job.step()) return;
    job.due = Math.max(job.due + job.ms, now - MAX_LAG_MS);
    schedule(job);
  }

  function runDueJobs(): void {
    const now = performance.now();
    const currentSlot = Math.floor(now / TICK_MS);
    const dueJobs: Job[] = [];
    for (; lastSlot < currentSlot; lastSlot += 1) {
      const jobs = slots.get(lastSlot + 1);
      if (!jobs) continue;
      dueJobs.push(...jobs);
      slots.delete(lastSlot + 1);
    }
    for (const job of dueJobs) run(job, now);
    timer = slots.size > 0 ? setTimeout(runDueJobs, TICK_MS) : undefined;
  }

  return {
    repeat(ms, step) {
      const now = performance.now();
      if (!timer) {
        lastSlot = Math.floor(now / TICK_MS);
        timer = setTimeout(runDueJobs, TICK_MS);
      }
      let isStopped = false;
      schedule({ due: now + ms, ms: Math.max(ms, TICK_MS), step: () => !isStopped && step() });
      return () => {
        isStopped = true;
      };
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
      slots.clear();
    },
  };
}
