import type { Step, StepContent, Task, TaskSettings } from '#contract/tasks/tasks.ts';

/**
 * A step as this window edits it. `version` is the saved version that the edits are based on; 0 if the step was never
 * saved.
 */
export type EditedStep = Omit<Step, 'stepOrder'>;

/** A task as this window edits it. */
export interface EditedTask extends Pick<
  Task,
  'TaskId' | 'WorkspaceId' | 'TemplateId' | 'TaskTitle' | 'shared' | 'sharedBy' | 'lastRun'
> {
  TaskSettings: TaskSettings;
  TaskData: EditedStep[];
}

/** The task as the server last had it. The next save contains the differences from it. */
export interface SavedTask {
  version: number;
  TaskTitle: string;
  TaskSettings: TaskSettings;
  TemplateId: string | null;
  WorkspaceId: string | null;
  steps: Record<string, { version: number; content: StepContent }>;
  order: string[];
}
