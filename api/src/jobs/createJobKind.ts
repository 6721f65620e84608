import type { JobEvent } from '#contract/runs/jobs.ts';
import type { RunKind } from '#api/runs/runKind.ts';
import type { RunKindName } from '#api/storage/tables/runs/runs.ts';

/** Shown for a file after two processes died while working on it. */
export const ABANDONED_REASON =
  'AVA stopped twice while working on this file, so it will not try again. Please try a smaller file.';

/** A run kind that processes a file and writes no message. If the process dies, another one restarts the run. */
export function createJobKind(name: RunKindName): RunKind<JobEvent, object> {
  return {
    name,
    createState: () => ({}),
    fold: () => undefined,
    takeResult: () => ({}),
    isCheckpoint: () => false,
    isUrgent: (event) => event.type !== 'progress',
    merge: (first, second) => (first.type === 'progress' && second.type === 'progress' ? second : null),
    stopped: () => ({ type: 'failed', error: 'Task failed' }),
    failed: (error) => ({ type: 'failed', error: error.detail }),
    interrupted: () => null,
    abandoned: () => ({ type: 'failed', error: ABANDONED_REASON }),
  };
}
