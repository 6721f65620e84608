import type { JobEvent } from '../../contract/runs.ts';
import type { RunKind } from '../runs/runKind.ts';
import type { RunKindName } from '../storage/tables/runs/runs.ts';

/** What a person reads where a file has ended the process that worked on it as often as is tried. */
export const GIVEN_UP =
  'AVA stopped twice while working on this file, so it will not try again. Please try a smaller file.';

/** A run that works on bytes and makes no message. Interrupted by the death of its process, another begins it again. */
export function jobKind(name: RunKindName): RunKind<JobEvent, object> {
  return {
    name,
    createState: () => ({}),
    fold: () => undefined,
    answer: () => null,
    isCheckpoint: () => false,
    isUrgent: (event) => event.type !== 'progress',
    merge: (first, second) => (first.type === 'progress' && second.type === 'progress' ? second : null),
    stopped: () => ({ type: 'failed', error: 'Task failed' }),
    failed: (error) => ({ type: 'failed', error: error.detail }),
    interrupted: () => null,
    abandoned: () => ({ type: 'failed', error: GIVEN_UP }),
  };
}
