import type { Step, StepContent, Task, TaskConflict } from '#contract/tasks/tasks.ts';
import { defaultStepTitle } from '#contract/tasks/taskRules.ts';
import { appendRichText } from '#tab/features/tasks/editor/richText.ts';
import type { EditedStep, EditedTask, SavedTask } from '#tab/features/tasks/editedTask.ts';
import { getServerSteps, isSame, toContent, toSavedTask, toSettings } from './change.rules.ts';

/** What a person keeps of a part that two windows changed. */
export type Choice = 'mine' | 'theirs' | 'both';

export interface Edited {
  task: EditedTask;
  saved: SavedTask;
}

/** Merges two versions field by field; `null` if both changed the same field to different values. */
export function mergeFields<T extends object>(base: T | undefined, mine: T, theirs: T): T | null {
  const merged = { ...theirs };
  for (const key of Object.keys({ ...mine, ...theirs }) as (keyof T)[]) {
    if (isSame(mine[key], theirs[key])) continue;
    if (base && isSame(mine[key], base[key])) merged[key] = theirs[key];
    else if (base && isSame(theirs[key], base[key])) merged[key] = mine[key];
    else return null;
  }
  return merged;
}

/** The fields of a step and those of its input in one object, so that each field is merged separately. */
function flatten({ stepInput, ...content }: StepContent) {
  // Left out, because a person must not be asked which panels should be open.
  const { stepAccordions: _panels, ...fields } = content;
  return { ...fields, ...stepInput };
}

function mergeSteps(base: StepContent | undefined, mine: StepContent, theirs: StepContent): StepContent | null {
  const merged = mergeFields(base && flatten(base), flatten(mine), flatten(theirs));
  if (!merged) return null;
  const { userPrompt, previousUserPrompt, superPrompt, stepInstructions, stepActions, stepGoalAndFormat, ...fields } =
    merged;
  return {
    ...fields,
    stepAccordions: mine.stepAccordions,
    stepInput: {
      userPrompt,
      stepInstructions,
      stepActions,
      stepGoalAndFormat,
      ...(previousUserPrompt === undefined ? {} : { previousUserPrompt }),
      ...(superPrompt === undefined ? {} : { superPrompt }),
    },
  };
}

/**
 * Brings the server's present state of a task into the edited one: keeps what only this window changed, takes what only
 * another one changed, merges different fields of a step, and returns as a conflict what a person must decide.
 */
export function mergeTask({ task, saved }: Edited, server: Task): Edited & { conflict: TaskConflict | null } {
  const next = toSavedTask(server);
  const heads = {
    base: { TaskTitle: saved.TaskTitle, ...toSettings(saved.TaskSettings) },
    mine: { TaskTitle: task.TaskTitle, ...toSettings(task.TaskSettings) },
    theirs: { TaskTitle: server.TaskTitle, ...toSettings(server.TaskSettings) },
  };
  const head = mergeFields(saved.version > 0 ? heads.base : undefined, heads.mine, heads.theirs);
  const conflict: TaskConflict = { task: null, steps: [] };
  if (!head) {
    conflict.task = {
      version: server.version,
      mine: { TaskTitle: task.TaskTitle, TaskSettings: toSettings(task.TaskSettings) },
      theirs: { TaskTitle: server.TaskTitle, TaskSettings: toSettings(server.TaskSettings) },
    };
  }
  const { TaskTitle, ...TaskSettings } = head ?? heads.mine;
  const steps = mergeStepLists({ task, saved }, server, conflict);
  const merged: EditedTask = {
    ...task,
    TaskTitle,
    TaskSettings,
    TaskData: steps,
    lastRun: server.lastRun,
    WorkspaceId: server.WorkspaceId,
  };
  const isOpen = conflict.task !== null || conflict.steps.length > 0;
  return { task: merged, saved: next, conflict: isOpen ? conflict : null };
}

function mergeStepLists({ task, saved }: Edited, server: Task, conflict: TaskConflict): EditedStep[] {
  const theirSteps = getServerSteps(server);
  const mineById = new Map(task.TaskData.map((step) => [step.stepId, step]));
  const theirsById = new Map(theirSteps.map((step) => [step.stepId, step]));
  const merged = new Map<string, EditedStep>();
  for (const theirs of theirSteps) {
    const base = saved.steps[theirs.stepId];
    const mine = mineById.get(theirs.stepId);
    if (!mine && base && base.version === theirs.version) continue;
    if (!mine && base) conflict.steps.push(toConflict(theirs.stepId, theirs.version, null, theirs));
    const content = mine && (mergeSteps(base?.content, toContent(mine), toContent(theirs)) ?? null);
    if (content === null) conflict.steps.push(toConflict(theirs.stepId, theirs.version, mine ?? null, theirs));
    merged.set(theirs.stepId, { ...toEdited(theirs), ...(content ?? (mine && toContent(mine))) });
  }
  for (const mine of task.TaskData) {
    if (theirsById.has(mine.stepId)) continue;
    const base = saved.steps[mine.stepId];
    // A step that another window deleted is removed, unless it was edited here.
    if (base && isSame(toContent(mine), base.content)) continue;
    if (base) conflict.steps.push(toConflict(mine.stepId, 0, mine, null));
    merged.set(mine.stepId, { ...mine, version: 0 });
  }
  return orderSteps(merged, task, saved, server);
}

/**
 * The order of this window if it was changed here, otherwise the server's. Missing steps are added after their
 * neighbors.
 */
function orderSteps(merged: Map<string, EditedStep>, task: EditedTask, saved: SavedTask, server: Task): EditedStep[] {
  const mine = task.TaskData.map(({ stepId }) => stepId);
  const theirs = server.TaskData.map(({ stepId }) => stepId);
  const kept = mine.filter((id) => saved.order.includes(id));
  const isReordered = !isSame(
    kept,
    saved.order.filter((id) => mine.includes(id)),
  );
  const order = isReordered ? [...mine] : [...theirs];
  const others = isReordered ? theirs : mine;
  for (const [index, id] of others.entries()) {
    if (order.includes(id)) continue;
    const before = others.slice(0, index).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order.flatMap((id) => merged.get(id) ?? []);
}

function toEdited({ stepOrder: _order, ...step }: Step): EditedStep {
  return step;
}

function toConflict(stepId: string, version: number, mine: StepContent | null, theirs: StepContent | null) {
  return { stepId, version, mine: mine && toContent(mine), theirs: theirs && toContent(theirs) };
}

/** Applies a person's choices: the key of the task's own title and settings is `task`, of a step its id. */
export function resolveConflict(
  task: EditedTask,
  conflict: TaskConflict,
  choices: Readonly<Record<string, Choice>>,
  createId: () => string,
): EditedTask {
  const next: EditedTask = { ...task, TaskData: [...task.TaskData] };
  if (conflict.task) {
    const { mine, theirs } = conflict.task;
    const choice = choices['task'] ?? 'both';
    if (choice === 'mine') Object.assign(next, structuredClone(mine));
    if (choice === 'theirs') Object.assign(next, structuredClone(theirs));
    if (choice === 'both') {
      next.TaskTitle = mine.TaskTitle;
      next.TaskSettings = joinSettings(theirs.TaskSettings, mine.TaskSettings);
    }
  }
  for (const { stepId, mine, theirs } of conflict.steps) {
    const choice = choices[stepId] ?? 'both';
    const index = next.TaskData.findIndex((step) => step.stepId === stepId);
    const kept = choice === 'mine' ? mine : (theirs ?? (choice === 'both' ? mine : null));
    if (kept === null) {
      next.TaskData = next.TaskData.filter((step) => step.stepId !== stepId);
      continue;
    }
    const step = next.TaskData[index];
    if (!step) continue;
    next.TaskData[index] = { ...step, ...structuredClone(kept) };
    if (choice === 'both' && mine && theirs) {
      const title = mine.stepTitle.trim() || defaultStepTitle(index);
      const copy = { ...structuredClone(mine), stepTitle: title };
      next.TaskData.splice(index + 1, 0, { ...copy, stepId: createId(), version: 0, stepOutput: null });
    }
  }
  return next;
}

function joinSettings(theirs: EditedTask['TaskSettings'], mine: EditedTask['TaskSettings']) {
  const known = new Set(theirs.taskDocuments.map(({ dataId }) => dataId));
  return {
    ...mine,
    taskDescription:
      theirs.taskDescription === mine.taskDescription
        ? mine.taskDescription
        : appendRichText(theirs.taskDescription, mine.taskDescription),
    taskDocuments: [...theirs.taskDocuments, ...mine.taskDocuments.filter(({ dataId }) => !known.has(dataId))],
  };
}
