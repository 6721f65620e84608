export interface Queue {
  /** Runs `job` as soon as there is a free place; a job whose signal is aborted while it waits never starts. */
  run(job: () => Promise<void>, signal: AbortSignal): void;
}

/** A queue that has at most `places` jobs under way. A job must not throw. */
export function createQueue(places: number): Queue {
  const waiting: { job: () => Promise<void>; signal: AbortSignal }[] = [];
  let running = 0;

  function next(): void {
    while (running < places) {
      const entry = waiting.shift();
      if (!entry) return;
      if (entry.signal.aborted) continue;
      running += 1;
      void entry.job().finally(() => {
        running -= 1;
        next();
      });
    }
  }

  return {
    run(job, signal) {
      waiting.push({ job, signal });
      next();
    },
  };
}
