import { snapshot } from 'valtio';
import { MAX_TASK_STEPS } from '#contract/limits.ts';
import { canUseSuperPrompt, clearBrokenReferences, stepTitleOf } from '#contract/tasks/taskRules.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import type { StepType, TaskSettings } from '#contract/tasks/tasks.ts';
import type { TaskFile } from '#contract/tasks/taskFile.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { scheduleSave } from '#tab/features/tasks/saving/save.actions.ts';
import { getOpenTask, type OpenTask } from '#tab/features/tasks/tasks.state.ts';
import type { EditedStep } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { createStep } from './newStep.ts';
import { isPanelOpen, moveItem, setPanel, type Panel, type StepDetail } from './steps.rules.ts';
import { listMentions } from './typedMentions.ts';

function edit(taskId: string, change: (open: OpenTask) => void): void {
  const open = getOpenTask(taskId);
  if (!open) return;
  change(open);
  scheduleSave(taskId);
}

function editStep(taskId: string, stepId: string, change: (step: EditedStep, index: number) => void): void {
  edit(taskId, ({ task }) => {
    const index = task.TaskData.findIndex((step) => step.stepId === stepId);
    const step = task.TaskData[index];
    if (step) change(step, index);
  });
}

export function setTaskTitle(taskId: string, title: string): void {
  edit(taskId, ({ task }) => (task.TaskTitle = title));
}

export function setSettings(taskId: string, change: Partial<TaskSettings>): void {
  edit(taskId, ({ task }) => {
    Object.assign(task.TaskSettings, change);
    if (listMentions(task.TaskSettings.taskDescription).length > 0)
      for (const step of task.TaskData) step.enableSuperPrompt = false;
  });
}

export function setStepTitle(taskId: string, stepId: string, stepTitle: string): void {
  editStep(taskId, stepId, (step) => (step.stepTitle = stepTitle));
}

/** Changes a field of a step that is added to its prompt. */
export function setStepDetail(taskId: string, stepId: string, field: StepDetail, text: string): void {
  editStep(taskId, stepId, (step) => (step.stepInput[field] = text));
}

/** Changes a prompt. A mention switches the super prompt of the step off. */
export function setPrompt(taskId: string, stepId: string, userPrompt: string): void {
  editStep(taskId, stepId, (step) => {
    step.stepInput.userPrompt = userPrompt;
    if (listMentions(userPrompt).length > 0) step.enableSuperPrompt = false;
  });
}

/** Changes what a step does. A research has a plan instead of a super prompt. */
export function setStepType(taskId: string, stepId: string, stepType: StepType): void {
  editStep(taskId, stepId, (step) => {
    step.stepType = stepType;
    if (stepType === 'research') step.enableSuperPrompt = false;
  });
}

export function setSuperPromptUse(taskId: string, stepId: string, enabled: boolean): void {
  edit(taskId, ({ task }) => {
    const step = task.TaskData.find((candidate) => candidate.stepId === stepId);
    if (step) step.enableSuperPrompt = enabled && canUseSuperPrompt(step, task.TaskSettings);
  });
}

export function setSuperPrompt(taskId: string, stepId: string, superPrompt: string): void {
  editStep(taskId, stepId, (step) => {
    step.stepInput.superPrompt = superPrompt;
    // Records the present prompt as the origin of the edited super prompt, so that a run does not generate another one.
    step.stepInput.previousUserPrompt = toPromptText(step.stepInput.userPrompt).text;
  });
}

export function setPreviousOutputs(taskId: string, stepId: string, previousIds: readonly string[]): void {
  editStep(taskId, stepId, (step) => (step.usePreviousStepOutput = [...previousIds]));
}

export function setPanelOpen(taskId: string, stepId: string, panel: Panel, open: boolean): void {
  editStep(taskId, stepId, (step, index) => {
    if (isPanelOpen(step, panel) !== open) step.stepAccordions = setPanel(step.stepAccordions, panel, index, open);
  });
}

/** Opens the output panel of a step and closes the others. */
export function showOnlyOutput(taskId: string, stepId: string): void {
  edit(taskId, ({ task }) => {
    for (const [index, step] of task.TaskData.entries())
      step.stepAccordions = setPanel(step.stepAccordions, 'output', index, step.stepId === stepId);
  });
}

/** Opens a step and moves the focus to its prompt. */
export function focusStep(taskId: string, stepId: string): void {
  const open = getOpenTask(taskId);
  if (!open) return;
  setPanelOpen(taskId, stepId, 'step', true);
  open.focus = { stepId, part: 'prompt' };
}

/** Called when a step has taken the focus. */
export function clearFocus(taskId: string): void {
  const open = getOpenTask(taskId);
  if (open) open.focus = null;
}

/** Adds a step at the end that reads the output of the one before it, or returns null if the task has as many as it can have. */
export function addStep(taskId: string): string | null {
  const open = getOpenTask(taskId);
  if (!open || !hasRoomForStep(open)) return null;
  const step = createStep(open.task.TaskData.length, open.task.TaskData.at(-1)?.stepId);
  edit(taskId, ({ task }) => task.TaskData.push(step));
  open.focus = { stepId: step.stepId, part: 'prompt' };
  return step.stepId;
}

export function duplicateStep(taskId: string, stepId: string): void {
  const open = getOpenTask(taskId);
  const index = open?.task.TaskData.findIndex((step) => step.stepId === stepId) ?? -1;
  if (!open || index < 0 || !hasRoomForStep(open)) return;
  const original = structuredClone(snapshot(open.task.TaskData[index]!)) as EditedStep;
  const title = original.stepTitle.trim() === '' ? '' : taskTexts.copyOf(original.stepTitle);
  const copy: EditedStep = { ...original, stepId: crypto.randomUUID(), version: 0, stepTitle: title, stepOutput: null };
  edit(taskId, ({ task }) => task.TaskData.splice(index + 1, 0, copy));
  open.focus = { stepId: copy.stepId, part: 'prompt' };
}

function hasRoomForStep({ task }: OpenTask): boolean {
  if (task.TaskData.length < MAX_TASK_STEPS) return true;
  showToast('error', taskTexts.tooManySteps);
  return false;
}

/** Moves a step up (-1) or down (1). */
export function moveStep(taskId: string, stepId: string, by: -1 | 1): void {
  edit(taskId, ({ task }) => {
    const index = task.TaskData.findIndex((step) => step.stepId === stepId);
    const title = stepTitleOf(task.TaskData[index] ?? { stepTitle: '' }, index);
    task.TaskData = moveItem([...task.TaskData], index, by);
    showToast('success', taskTexts.moved(title, index + by + 1), { isQuiet: true });
  });
}

/** Deletes a step. Steps that included its output no longer include it. A toast can undo it. */
export function deleteStep(taskId: string, stepId: string): void {
  const open = getOpenTask(taskId);
  const index = open?.task.TaskData.findIndex((step) => step.stepId === stepId) ?? -1;
  if (!open || index < 0) return;
  const deleted = structuredClone(snapshot(open.task.TaskData[index]!)) as EditedStep;
  const rest = open.task.TaskData.filter((step) => step.stepId !== stepId);
  const cleared = new Set(clearBrokenReferences(rest).map((step) => step.stepId));
  edit(taskId, ({ task }) => {
    task.TaskData = rest;
    for (const step of task.TaskData)
      if (cleared.has(step.stepId))
        step.usePreviousStepOutput = step.usePreviousStepOutput.filter((id) => id !== stepId);
  });
  const next = rest[index] ?? rest.at(-1);
  if (next) open.focus = { stepId: next.stepId, part: 'title' };
  showToast('success', taskTexts.stepDeleted(stepTitleOf(deleted, index)), {
    action: { label: taskTexts.undo, run: () => restoreStep(taskId, deleted, index, cleared) },
  });
}

/** Puts a deleted step back in its place, and the references to it that its deletion cleared. */
function restoreStep(taskId: string, deleted: EditedStep, index: number, cleared: ReadonlySet<string>): void {
  edit(taskId, ({ task }) => {
    if (task.TaskData.some(({ stepId }) => stepId === deleted.stepId)) return;
    task.TaskData.splice(index, 0, deleted);
    for (const step of task.TaskData) if (cleared.has(step.stepId)) step.usePreviousStepOutput.push(deleted.stepId);
  });
}

/** Adds a file to a step, or to the task if `stepId` is null. A file that is there already is not added twice. */
export function addFile(taskId: string, stepId: string | null, file: TaskFile): void {
  changeFiles(taskId, stepId, (files) => [...files.filter(({ dataId }) => dataId !== file.dataId), file]);
}

export function removeFile(taskId: string, stepId: string | null, dataId: string): void {
  changeFiles(taskId, stepId, (files) => files.filter((file) => file.dataId !== dataId));
}

function changeFiles(taskId: string, stepId: string | null, change: (files: TaskFile[]) => TaskFile[]): void {
  if (stepId !== null) return editStep(taskId, stepId, (step) => (step.stepData = change(step.stepData)));
  edit(taskId, ({ task }) => (task.TaskSettings.taskDocuments = change(task.TaskSettings.taskDocuments)));
}
