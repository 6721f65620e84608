import type { TaskRunView } from '#contract/tasks/taskEvents.ts';
import type { Task } from '#contract/tasks/tasks.ts';

/** A run as it is shown in a conversation. */
export interface ShownRun {
  task: Task;
  /** Ids of the steps to run, in order. */
  stepIds: string[];
  /** Steps whose output was up to date. */
  skipped: Set<string>;
  view: TaskRunView;
}

/** How a run ended for the reader. `lost`: the run continues, but can't be followed. */
export type RunEnd = 'ended' | 'deleted' | 'lost';

/** Shows a run in messages of a conversation. */
export interface RunMessages {
  /** Called after each event. */
  update(run: ShownRun): void;
  /** Sends what is not shown yet, and how the run ended. */
  finish(run: ShownRun, end: RunEnd): Promise<void>;
}
