import { PgBoss, type ConstructorOptions } from 'pg-boss';
import type { Log } from '../../platform/log.ts';

/** A job's name with what it carries: ids only, never a token, never text. */
export interface Jobs {
  extract: { runId: string };
  embed: { runId: string };
}

export interface Queue {
  send<N extends keyof Jobs>(name: N, payload: Jobs[N]): Promise<void>;
  /** Works on jobs of this name, `atOnce` at a time in this process. */
  work<N extends keyof Jobs>(name: N, atOnce: number, handler: (payload: Jobs[N]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const names: readonly (keyof Jobs)[] = ['extract', 'embed'];
/** What a lost job is worth is decided by the runs' sweep, so the queue itself tries nothing twice. */
const RETRIES = 0;
const POLL_S = 2;

export async function createQueue(options: ConstructorOptions, log: Log): Promise<Queue> {
  const boss = new PgBoss({ ...options, useListenNotify: true });
  boss.on('error', (error) => log.warn({ error }, 'the job queue had a problem and goes on'));
  await boss.start();
  for (const name of names) await boss.createQueue(name, { notify: true, retryLimit: RETRIES });
  return {
    async send(name, payload) {
      await boss.send(name, payload);
    },
    async work(name, atOnce, handler) {
      for (let worker = 0; worker < atOnce; worker += 1) {
        let workerId = '';
        workerId = await boss.work<Jobs[typeof name]>(
          name,
          { pollingIntervalSeconds: POLL_S, batchSize: 1 },
          async ([job]) => {
            try {
              if (job) await handler(job.data);
            } finally {
              // Told of new jobs, a worker looks by itself every half minute only; what waits in line comes next.
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
