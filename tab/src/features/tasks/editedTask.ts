import type { Step, StepContent, Task, TaskSettings } from '#contract/tasks/tasks.ts';

/** A step as it is edited here; `version` is the one that the edits are based on, 0 for a step that is not saved. */
export type EditedStep = Omit<Step, 'stepOrder'>;

/** A task as it is edited here. */
export interface EditedTask extends Pick<
  Task,
  'TaskId' | 'WorkspaceId' | 'TemplateId' | 'TaskTitle' | 'shared' | 'sharedBy' | 'lastRun'
> {
  TaskSettings: TaskSettings;
  TaskData: EditedStep[];
}

/** What the server has of a task: the basis of the next save. */
export interface SavedTask {
  version: number;
  TaskTitle: string;
  TaskSettings: TaskSettings;
  TemplateId: string | null;
  WorkspaceId: string | null;
  steps: Record<string, { version: number; content: StepContent }>;
  order: string[];
}
