export interface UploadQueue {
  /** Runs `job` when a slot is free; a job whose signal is aborted while it waits never starts. */
  run(job: () => Promise<void>, signal: AbortSignal): void;
}

/** Creates a queue that runs at most `concurrency` jobs at the same time. A job must not throw. */
export function createUploadQueue(concurrency: number): UploadQueue {
  const pending: { job: () => Promise<void>; signal: AbortSignal }[] = [];
  let running = 0;

  function startWaitingJobs(): void {
    while (running < concurrency) {
      const entry = pending.shift();
      if (!entry) return;
      if (entry.signal.aborted) continue;
      running += 1;
      void entry.job().finally(() => {
        running -= 1;
        startWaitingJobs();
      });
    }
  }

  return {
    run(job, signal) {
      pending.push({ job, signal });
      startWaitingJobs();
    },
  };
}
