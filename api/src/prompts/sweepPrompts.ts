import { RESTORE_PROMPT_MS } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';

const INTERVAL_MS = 60_000;
/** Prompts in one statement, which must not delay others for long. */
const PROMPTS_PER_STATEMENT = 100;

type SweepContext = Pick<AppContext, 'store' | 'log' | 'clock'>;

/** Once a minute, removes prompts that were deleted and can no longer be restored. */
export function startPromptSweep(ctx: SweepContext): { close(): void } {
  const timer = setInterval(() => {
    sweepPrompts(ctx).catch((error: unknown) => ctx.log.warn({ error }, 'failed to sweep prompts; retrying later'));
  }, INTERVAL_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

export async function sweepPrompts({ store, clock, log }: SweepContext): Promise<void> {
  const before = new Date(clock.now().getTime() - RESTORE_PROMPT_MS);
  let prompts = 0;
  for (let removed = -1; removed !== 0; prompts += removed)
    removed = await store.prompts.removeDeleted(before, PROMPTS_PER_STATEMENT);
  if (prompts > 0) log.info({ prompts }, 'deleted prompts removed');
}
