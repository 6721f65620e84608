import { RESTORE_CHATS_MS } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';

const INTERVAL_MS = 60_000;
/** Tasks in one statement, which must not delay others for long. */
const TASKS_PER_STATEMENT = 20;

type SweepContext = Pick<AppContext, 'store' | 'log' | 'clock'>;

/** Once a minute, removes tasks that were deleted, when their runs have ended. */
export function startTaskSweep(ctx: SweepContext): { close(): void } {
  const timer = setInterval(() => {
    sweepTasks(ctx).catch((error: unknown) => ctx.log.warn({ error }, 'failed to sweep tasks; retrying later'));
  }, INTERVAL_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

export async function sweepTasks({ store, clock, log }: SweepContext): Promise<void> {
  const before = new Date(clock.now().getTime() - RESTORE_CHATS_MS);
  let tasks = 0;
  for (let removed = -1; removed !== 0; tasks += removed)
    removed = await store.tasks.removeDeleted(before, TASKS_PER_STATEMENT);
  if (tasks > 0) log.info({ tasks }, 'deleted tasks removed');
}
