import { applyOrder } from '#contract/tasks/taskRules.ts';
import type { Task, TaskChange, TaskConflict } from '#contract/tasks/tasks.ts';
import { isSame, toContent, toEditedTask, toSavedTask, toSettings, unsavedTask } from './change.rules.ts';
import type { Edited } from './merge.rules.ts';

/**
 * Brings a change that the server has not accepted, as after a reload, back into a task. `server` is `null` for a task that
 * was never saved. What another window has changed since becomes a conflict.
 */
export function restoreChange(server: Task | null, change: TaskChange): Edited & { conflict: TaskConflict | null } {
  const saved = server ? toSavedTask(server) : unsavedTask();
  const task = server
    ? toEditedTask(server)
    : {
        TaskId: change.TaskId,
        WorkspaceId: change.TaskId,
        TemplateId: null,
        TaskTitle: saved.TaskTitle,
        shared: false,
        sharedBy: null,
        lastRun: null,
        TaskSettings: saved.TaskSettings,
        TaskData: [],
      };
  const conflict: TaskConflict = { task: null, steps: [] };
  const mine = {
    TaskTitle: change.TaskTitle ?? task.TaskTitle,
    TaskSettings: change.TaskSettings ?? toSettings(task.TaskSettings),
  };
  const theirs = { TaskTitle: task.TaskTitle, TaskSettings: toSettings(task.TaskSettings) };
  if (change.version !== saved.version && !isSame(mine, theirs))
    conflict.task = { version: saved.version, mine, theirs };
  Object.assign(task, mine);
  if (change.TemplateId !== undefined) task.TemplateId = change.TemplateId;
  if (change.WorkspaceId) task.WorkspaceId = change.WorkspaceId;

  const gone = new Set(
    change.deletedSteps
      .filter(({ stepId, version }) => saved.steps[stepId]?.version === version)
      .map(({ stepId }) => stepId),
  );
  task.TaskData = task.TaskData.filter(({ stepId }) => !gone.has(stepId));
  for (const { stepId, version, ...sent } of change.TaskData) {
    const index = task.TaskData.findIndex((step) => step.stepId === stepId);
    const there = task.TaskData[index];
    const usePreviousStepOutput = sent.usePreviousStepOutput.filter((id) => typeof id === 'string');
    const content = {
      ...toContent({ ...sent, usePreviousStepOutput }),
      stepInput: there ? { ...there.stepInput, ...sent.stepInput } : sent.stepInput,
    };
    if (version > 0 && version !== there?.version && !(there && isSame(content, toContent(there)))) {
      const other = there ? toContent(there) : null;
      conflict.steps.push({ stepId, version: there?.version ?? 0, mine: content, theirs: other });
    }
    if (there) task.TaskData[index] = { ...there, ...content };
    else task.TaskData.push({ ...content, stepId, version: 0, stepOutput: null });
  }
  if (change.order) {
    const steps = new Map(task.TaskData.map((step) => [step.stepId, step]));
    task.TaskData = applyOrder([...steps.keys()], change.order).flatMap((id) => steps.get(id) ?? []);
  }
  const isOpen = conflict.task !== null || conflict.steps.length > 0;
  return { task, saved, conflict: isOpen ? conflict : null };
}
