import { RESTORE_CHATS_MS, RESTORE_PROMPT_MS } from '#contract/limits.ts';
import { indexMessages } from './chat/indexMessages.ts';
import { sweepChats } from './chat/sweepChats.ts';
import { nameUntitledChats } from './chat/title.ts';
import type { AppContext } from './context.ts';
import { sweepFiles } from './files/sweepFiles.ts';

type SweepContext = Pick<AppContext, 'store' | 'log' | 'clock' | 'organizations' | 'blobs'>;

/** Work that every process repeats. It does a little at a time, so that no statement delays others for long. */
export interface Sweep {
  name: string;
  everyMs: number;
  run(ctx: SweepContext): Promise<unknown>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Ended runs are kept as long as a draft keeps its attached files, because these files name their runs. */
const RUN_KEPT_MS = 30 * 24 * HOUR_MS;

const sweeps: readonly Sweep[] = [
  {
    name: 'chats',
    everyMs: MINUTE_MS,
    async run(ctx) {
      await sweepChats(ctx);
      await nameUntitledChats(ctx);
      await indexMessages(ctx, null, Infinity);
    },
  },
  {
    // A deleted task is kept until its runs have ended.
    name: 'deleted tasks',
    everyMs: MINUTE_MS,
    run: ({ store, clock }) => repeat(20, (count) => store.tasks.removeDeleted(before(clock, RESTORE_CHATS_MS), count)),
  },
  {
    name: 'deleted prompts',
    everyMs: MINUTE_MS,
    run: ({ store, clock }) =>
      repeat(100, (count) => store.prompts.removeDeleted(before(clock, RESTORE_PROMPT_MS), count)),
  },
  {
    // Deletes the rows; the sweep of unused files deletes the bytes.
    name: 'expired exports',
    everyMs: MINUTE_MS,
    run: ({ store, clock }) => store.exportedFiles.deleteExpired(clock.now()),
  },
  {
    // Answers and outputs are stored in other tables.
    name: 'old runs',
    everyMs: HOUR_MS,
    run: ({ store }) => repeat(500, (count) => store.runs.deleteEnded(RUN_KEPT_MS, count)),
  },
  { name: 'unused files', everyMs: HOUR_MS, run: sweepFiles },
];

/** Starts all sweeps. A sweep that fails is tried again after its interval; one that takes longer is not started twice. */
export function startSweeps(ctx: SweepContext, list = sweeps): { close(): void } {
  const timers = list.map(({ name, everyMs, run }) => {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      run(ctx)
        .catch((error: unknown) => ctx.log.warn({ error, sweep: name }, 'sweep failed; it will be repeated'))
        .finally(() => (isRunning = false));
    }, everyMs);
    return timer.unref();
  });
  return { close: () => timers.forEach(clearInterval) };
}

const before = (clock: AppContext['clock'], ms: number) => new Date(clock.now().getTime() - ms);

/** Repeats a statement that removes at most `count` rows until it removes none. */
export async function repeat(count: number, remove: (count: number) => Promise<number>): Promise<void> {
  while ((await remove(count)) > 0);
}
