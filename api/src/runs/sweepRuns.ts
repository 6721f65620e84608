import type { AppContext } from '../context.ts';

const INTERVAL_MS = 3_600_000;
/** As long as a draft keeps its attached files, which name their runs. */
const KEPT_MS = 30 * 86_400_000;
/** Runs in one statement, which must not delay others for long. */
const RUNS_PER_STATEMENT = 500;

type SweepContext = Pick<AppContext, 'store' | 'log'>;

/** Once an hour, deletes the rows of old runs. What they wrote is stored elsewhere. */
export function startRunSweep(ctx: SweepContext): { close(): void } {
  const timer = setInterval(() => {
    sweepRuns(ctx).catch((error: unknown) => ctx.log.warn({ error }, 'failed to delete old runs; retrying later'));
  }, INTERVAL_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

export async function sweepRuns({ store, log }: SweepContext): Promise<void> {
  let runs = 0;
  for (let deleted = RUNS_PER_STATEMENT; deleted === RUNS_PER_STATEMENT; runs += deleted)
    deleted = await store.runs.deleteEnded(KEPT_MS, RUNS_PER_STATEMENT);
  if (runs > 0) log.info({ runs }, 'old runs deleted');
}
