import { PgBoss, type ConstructorOptions } from 'pg-boss';
import type { Log } from '#platform/log.ts';

/** Payloads by job name: ids only, never a token or text. */
export interface Jobs {
  extract: { runId: string };
  embed: { runId: string };
  task: { runId: string };
  template: { runId: string };
}

/** A job only signals that a run is waiting; `claimNextRun` in the store decides which run a worker gets. */
export interface Queue {
  send<N extends keyof Jobs>(name: N, payload: Jobs[N]): Promise<void>;
  /** Handles jobs of this name, `concurrency` at a time in this process. */
  work<N extends keyof Jobs>(name: N, concurrency: number, handler: (payload: Jobs[N]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const names: readonly (keyof Jobs)[] = ['extract', 'embed', 'task', 'template'];
/**
 * The queue does not retry: `extractWithRetry.ts` and `embedFile.ts` retry after errors, `runs/recoverRuns.ts` after the
 * death of a process. A run of a task starts without the queue, which only continues it after such a death.
 */
const RETRIES = 0;
const POLL_S = 2;

export async function createQueue(options: ConstructorOptions, log: Log): Promise<Queue> {
  const boss = new PgBoss({ ...options, useListenNotify: true });
  boss.on('error', (error) => log.warn({ error }, 'job queue error'));
  await boss.start();
  for (const name of names) await boss.createQueue(name, { notify: true, retryLimit: RETRIES });
  return {
    async send(name, payload) {
      await boss.send(name, payload);
    },
    async work(name, concurrency, handler) {
      for (let worker = 0; worker < concurrency; worker += 1) {
        let workerId = '';
        workerId = await boss.work<Jobs[typeof name]>(
          name,
          { pollingIntervalSeconds: POLL_S, batchSize: 1 },
          async ([job]) => {
            try {
              if (job) await handler(job.data);
            } finally {
              // With notifications, a worker polls only every 30 seconds; this makes it take the next job at once.
              boss.notifyWorker(workerId);
            }
          },
        );
      }
    },
    async close() {
      await boss.stop({ graceful: false });
    },
  };
}
