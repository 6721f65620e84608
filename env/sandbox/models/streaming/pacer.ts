import { performance } from 'node:perf_hooks';

/** A beat of the wheel in ms: the finest pace, and the longest that a due step waits on an idle machine. */
export const TICK_MS = 4;

/** How far a stream may fall behind and still catch up, a step a beat: its average rate holds on a busy machine. */
const MAX_LAG_MS = 250;

type Job = { due: number; ms: number; step: () => boolean };

export type Pacer = {
  /** Calls `step` every `ms` milliseconds until it returns false or the returned function is called. */
  repeat(ms: number, step: () => boolean): () => void;
  close(): void;
};

/**
 * One timer for all streams: a wheel of slots of four milliseconds, turned only while somebody waits on it.
 * A thousand intervals of their own would cost the server more than the deltas that they write.
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
    const upTo = Math.floor(now / TICK_MS);
    const due: Job[] = [];
    for (; lastSlot < upTo; lastSlot += 1) {
      const jobs = slots.get(lastSlot + 1);
      if (!jobs) continue;
      due.push(...jobs);
      slots.delete(lastSlot + 1);
    }
    for (const job of due) run(job, now);
    timer = slots.size > 0 ? setTimeout(runDueJobs, TICK_MS) : undefined;
  }

  return {
    repeat(ms, step) {
      const now = performance.now();
      if (!timer) {
        lastSlot = Math.floor(now / TICK_MS);
        timer = setTimeout(runDueJobs, TICK_MS);
      }
      let stopped = false;
      schedule({ due: now + ms, ms: Math.max(ms, TICK_MS), step: () => !stopped && step() });
      return () => {
        stopped = true;
      };
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
      slots.clear();
    },
  };
}
