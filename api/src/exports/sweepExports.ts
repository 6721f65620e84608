import type { AppContext } from '../context.ts';

const INTERVAL_MS = 60_000;

type SweepContext = Pick<AppContext, 'store' | 'log' | 'clock'>;

/** Once a minute, deletes exported files that have expired. `sweepFiles` deletes their bytes within a day. */
export function startExportSweep({ store, log, clock }: SweepContext): { close(): void } {
  const timer = setInterval(() => {
    store.exportedFiles
      .deleteExpired(clock.now())
      .catch((error: unknown) => log.warn({ error }, 'failed to delete expired exports; retrying later'));
  }, INTERVAL_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
