import { MAX_STEPS_PER_SAVE } from '#contract/limits.ts';
import { defaultStepTitle } from '#contract/tasks/taskRules.ts';
import { isDefaultTaskTitle, NEW_TASK_TITLE } from '#contract/tasks/taskTitles.ts';
import type { StepContent, Task, TaskChange, TaskSettings } from '#contract/tasks/tasks.ts';
import { stepDetails } from '#tab/features/tasks/editing/steps.rules.ts';
import type { EditedStep, EditedTask, SavedTask } from '#tab/features/tasks/editedTask.ts';

/** A change with all fields that a save can have. */
export type PendingChange = TaskChange;

/** The part of a step that a person can change. */
export function toContent(step: StepContent): StepContent {
  const { stepTitle, stepType, enableSuperPrompt, stepData, stepInput, usePreviousStepOutput, stepAccordions } = step;
  return { stepTitle, stepType, enableSuperPrompt, stepData, stepInput, usePreviousStepOutput, stepAccordions };
}

/** The server's version of a task that was never saved: an empty task. */
export function unsavedTask(): SavedTask {
  return {
    version: 0,
    TaskTitle: NEW_TASK_TITLE,
    TaskSettings: { showTaskSettings: true, taskDescription: '', taskDocuments: [] },
    TemplateId: null,
    WorkspaceId: null,
    steps: {},
    order: [],
  };
}

/** The server's steps. A default title becomes empty, because the server derives it from the position, which can change. */
export function getServerSteps({ TaskData }: Task): Task['TaskData'] {
  return TaskData.map((step, index) =>
    step.stepTitle === defaultStepTitle(index) ? { ...step, stepTitle: '' } : step,
  );
}

export function toSavedTask(task: Task): SavedTask {
  return {
    version: task.version,
    TaskTitle: task.TaskTitle,
    TaskSettings: toSettings(task.TaskSettings),
    TemplateId: task.TemplateId,
    WorkspaceId: task.WorkspaceId,
    steps: Object.fromEntries(
      getServerSteps(task).map((step) => [step.stepId, { version: step.version, content: toContent(step) }]),
    ),
    order: task.TaskData.map(({ stepId }) => stepId),
  };
}

export function toEditedTask(task: Task): EditedTask {
  const { TaskId, WorkspaceId, TemplateId, TaskTitle, shared, sharedBy, lastRun } = task;
  return {
    TaskId,
    WorkspaceId,
    TemplateId,
    TaskTitle,
    shared,
    sharedBy,
    lastRun,
    TaskSettings: toSettings(task.TaskSettings),
    TaskData: getServerSteps(task).map(({ stepOrder: _order, ...step }) => step),
  };
}

export function toSettings({ showTaskSettings, taskDescription, taskDocuments }: TaskSettings): TaskSettings {
  return { showTaskSettings, taskDescription, taskDocuments };
}

/** Deep comparison; an absent field equals `undefined`. Unchanged parts of large tasks are the same objects. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSame(left[key], right[key]));
}

/**
 * The parts of a task that differ from what the server has, at most as many steps as one save takes; `null` if nothing
 * differs.
 */
export function buildChange(task: EditedTask, saved: SavedTask): PendingChange | null {
  const ids = task.TaskData.map(({ stepId }) => stepId);
  const dirty = task.TaskData.filter((step) => isDirty(step, saved));
  const batch = dirty.slice(0, MAX_STEPS_PER_SAVE);
  const deletedSteps = Object.entries(saved.steps)
    .filter(([stepId]) => !ids.includes(stepId))
    .map(([stepId, { version }]) => ({ stepId, version }));
  const isNew = saved.version === 0;
  const change: PendingChange = {
    TaskId: task.TaskId,
    version: saved.version,
    ...(task.TaskTitle.trim() !== saved.TaskTitle && { TaskTitle: task.TaskTitle }),
    ...(!isSame(toSettings(task.TaskSettings), toSettings(saved.TaskSettings)) && {
      TaskSettings: toSettings(task.TaskSettings),
    }),
    ...(task.TemplateId !== saved.TemplateId && { TemplateId: task.TemplateId }),
    ...(task.WorkspaceId !== saved.WorkspaceId && { WorkspaceId: task.WorkspaceId }),
    TaskData: batch.map((step) => ({
      ...toSentContent(step, saved),
      stepId: step.stepId,
      version: saved.steps[step.stepId]?.version ?? 0,
    })),
    deletedSteps,
  };
  // The order is sent with the last steps, because it can name only steps that the server has after this save.
  if (dirty.length === batch.length && !isSame(ids, saved.order)) change.order = ids;
  const { TaskId: _id, version: _version, TaskData, deletedSteps: deleted, ...rest } = change;
  const isEmpty = TaskData.length === 0 && deleted.length === 0 && Object.keys(rest).length === 0;
  return isEmpty && !isNew ? null : change;
}

/** Whether a save would contain anything that a person wrote: a new task is saved with its first change. */
export function isUntouched(task: EditedTask, saved: SavedTask): boolean {
  if (saved.version > 0) return false;
  const [step, ...others] = task.TaskData;
  return (
    others.length === 0 &&
    isDefaultTaskTitle(task.TaskTitle) &&
    task.TaskSettings.taskDescription === '' &&
    task.TaskSettings.taskDocuments.length === 0 &&
    (!step ||
      (step.stepTitle === '' &&
        step.stepInput.userPrompt === '' &&
        stepDetails.every((field) => step.stepInput[field] === '') &&
        step.stepData.length === 0 &&
        step.stepType === 'standard' &&
        !step.enableSuperPrompt))
  );
}

function isDirty(step: EditedStep, saved: SavedTask): boolean {
  const before = saved.steps[step.stepId];
  return !before || !isSame(toContent(step), before.content);
}

/** A super prompt is sent only if the person edited it; the server keeps its own otherwise. */
function toSentContent(step: EditedStep, saved: SavedTask): StepContent {
  const content = toContent(step);
  const before = saved.steps[step.stepId]?.content.stepInput;
  if (content.stepInput.superPrompt === before?.superPrompt) {
    const { superPrompt: _prompt, previousUserPrompt: _previous, ...input } = content.stepInput;
    return { ...content, stepInput: input };
  }
  return content;
}

/** The basis after the server has accepted a change. `sent` is the task as it was when the change was built. */
export function applySaved(
  saved: SavedTask,
  sent: EditedTask,
  change: PendingChange,
  reply: { version: number; WorkspaceId: string | null; steps: { stepId: string; version: number }[] },
): SavedTask {
  const steps = { ...saved.steps };
  for (const { stepId } of change.deletedSteps) delete steps[stepId];
  const versions = new Map(reply.steps.map(({ stepId, version }) => [stepId, version]));
  for (const { stepId } of change.TaskData) {
    const step = sent.TaskData.find((candidate) => candidate.stepId === stepId);
    if (step) steps[stepId] = { version: versions.get(stepId) ?? step.version, content: toContent(step) };
  }
  for (const [stepId, version] of versions) {
    const step = steps[stepId];
    if (!step) continue;
    const usePreviousStepOutput = step.content.usePreviousStepOutput.filter(
      (id) => !change.deletedSteps.some((deleted) => deleted.stepId === id),
    );
    steps[stepId] = { version, content: { ...step.content, usePreviousStepOutput } };
  }
  const known = sent.TaskData.map(({ stepId }) => stepId).filter((stepId) => steps[stepId]);
  const appended = [...saved.order.filter((id) => steps[id]), ...known.filter((id) => !saved.order.includes(id))];
  return {
    version: reply.version,
    TaskTitle: change.TaskTitle?.trim() ?? saved.TaskTitle,
    TaskSettings: change.TaskSettings ?? saved.TaskSettings,
    TemplateId: change.TemplateId === undefined ? saved.TemplateId : change.TemplateId,
    WorkspaceId: reply.WorkspaceId,
    steps,
    order: change.order ?? appended,
  };
}
