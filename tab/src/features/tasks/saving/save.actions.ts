import { ref, snapshot } from 'valtio';
import { isAvaError } from '#contract/errors.ts';
import { AUTOSAVE_DEBOUNCE_MS } from '#contract/limits.ts';
import { getTask, saveTask, TaskChange, type Task, type TaskConflict } from '#contract/tasks/tasks.ts';
import { api } from '#tab/api.ts';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { logFailure } from '#tab/state/log.ts';
import { network } from '#tab/state/network.ts';
import { getOpenTask, tasks, type OpenTask } from '#tab/features/tasks/tasks.state.ts';
import type { EditedTask } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { applySaved, buildChange, isUntouched, type PendingChange } from './change.rules.ts';
import { mergeTask, resolveConflict, type Choice, type Edited } from './merge.rules.ts';

/** Maximum number of times that a change is merged and saved again because another window has saved in between. */
const MAX_MERGES = 5;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const turns = new Map<string, Promise<boolean>>();

/** Saves a task half a second after its last change. A copy of the change is kept in the browser at once. */
export function scheduleSave(taskId: string): void {
  const open = getOpenTask(taskId);
  if (!open || open.saving.name === 'conflict') return;
  if (open.saving.name !== 'saving') open.saving = { name: 'waiting' };
  clearTimeout(timers.get(taskId));
  timers.set(
    taskId,
    setTimeout(() => void saveNow(taskId), AUTOSAVE_DEBOUNCE_MS),
  );
}

/**
 * Saves what changed. Saves of a task run one after the other. A failure is shown, and tried again with the next change or
 * when the browser is online.
 * @returns whether the server has everything
 */
export function saveNow(taskId: string): Promise<boolean> {
  clearTimeout(timers.get(taskId));
  timers.delete(taskId);
  keepChange(taskId);
  const turn = (turns.get(taskId) ?? Promise.resolve(true)).then(() => saveAll(taskId));
  turns.set(taskId, turn);
  return turn;
}

async function saveAll(taskId: string): Promise<boolean> {
  for (let merges = 0; ;) {
    const open = getOpenTask(taskId);
    if (!open || open.saving.name === 'conflict') return false;
    const task = snapshot(open.task) as EditedTask;
    const change = isUntouched(task, open.saved) ? null : buildChange(task, open.saved);
    if (change === null) {
      open.saving = { name: 'clean' };
      forgetChange(taskId);
      return true;
    }
    open.saving = { name: 'saving' };
    try {
      const reply = await api.call(saveTask, { task_data: change });
      open.saved = ref(applySaved(open.saved, task, change, reply));
      updateMetadata(open, reply.lastUpdated);
    } catch (cause) {
      if (isAvaError(cause) && cause.code === 'task_changed' && merges < MAX_MERGES) {
        merges += 1;
        if (await mergeWithServer(open)) continue;
        return false;
      }
      logFailure(taskTexts.saveFailed, cause);
      open.saving = { name: 'failed', detail: toSaveFailure(cause) };
      return false;
    }
  }
}

function toSaveFailure(cause: unknown): string {
  if (!network.isOnline) return taskTexts.savedLater;
  return isAvaError(cause) && cause.status < 500 ? cause.detail : taskTexts.saveFailed;
}

/** Takes over what another window saved. Returns false if a person must decide, or if the task could not be fetched. */
async function mergeWithServer(open: OpenTask): Promise<boolean> {
  try {
    const server = await api.call(getTask, { task_id: open.task.TaskId });
    return applyServer(open, server);
  } catch (cause) {
    logFailure(taskTexts.saveFailed, cause);
    open.saving = { name: 'failed', detail: toSaveFailure(cause) };
    return false;
  }
}

/** Takes over what another window or a run changed, and continues steps that waited for the person. */
export async function refreshTask(taskId: string): Promise<void> {
  const open = getOpenTask(taskId);
  if (!open || open.saved.version === 0 || open.saving.name === 'conflict') return;
  try {
    const server = await api.call(getTask, { task_id: taskId });
    if (getOpenTask(taskId) === open) applyServer(open, server);
  } catch (cause) {
    logFailure(taskTexts.openFailed, cause);
  }
}

/** Merges the server's state into an open task. Returns false if a person must decide. */
function applyServer(open: OpenTask, server: Task): boolean {
  const merged = mergeTask({ task: snapshot(open.task) as EditedTask, saved: open.saved }, server);
  applyEdited(open, merged);
  return merged.conflict === null;
}

/** Shows a merged task, and its conflict if there is one. */
function applyEdited(open: OpenTask, { task, saved, conflict }: Edited & { conflict: TaskConflict | null }): void {
  open.task = structuredClone(task);
  open.saved = ref(saved);
  if (conflict) {
    open.saving = { name: 'conflict', conflict };
    keepChange(task.TaskId);
  }
}

/** Applies a person's choices to a conflict and saves. */
export async function resolve(taskId: string, choices: Readonly<Record<string, Choice>>): Promise<void> {
  const open = getOpenTask(taskId);
  if (!open || open.saving.name !== 'conflict') return;
  const conflict = structuredClone(snapshot(open.saving.conflict)) as TaskConflict;
  const task = resolveConflict(snapshot(open.task) as EditedTask, conflict, choices, () => crypto.randomUUID());
  open.task = structuredClone(task);
  open.saving = { name: 'waiting' };
  await saveNow(taskId);
}

function updateMetadata(open: OpenTask, lastUpdated: number): void {
  const { TaskId, WorkspaceId, TemplateId, shared, sharedBy } = open.task;
  // The title that a run has generated is taken over when the run ends.
  const TaskTitle = open.run?.view.title ?? open.task.TaskTitle;
  const existing = tasks.metadata.find((item) => item.TaskId === TaskId);
  const fresh = { WorkspaceId, TemplateId, TaskTitle, lastUpdated, stepCount: open.task.TaskData.length };
  if (existing) Object.assign(existing, fresh);
  else tasks.metadata.unshift({ TaskId, ...fresh, TaskType: 'standard', shared, sharedBy, lastRun: null });
}

/** Keeps the change that the server does not have yet, so that a reload or a closed window loses nothing. */
function keepChange(taskId: string): void {
  const open = getOpenTask(taskId);
  if (!open) return;
  const task = snapshot(open.task) as EditedTask;
  const change = isUntouched(task, open.saved) ? null : buildChange(task, open.saved);
  if (change) writeLocal(`taskChange/${taskId}`, change);
}

function forgetChange(taskId: string): void {
  writeLocal(`taskChange/${taskId}`, undefined);
}

/** The change of a task that an earlier page could not save. */
export function readKeptChange(taskId: string): PendingChange | null {
  return readLocal<PendingChange | null>(`taskChange/${taskId}`, TaskChange.nullable(), null);
}

/** Drops the pending save and the kept change of a deleted task. */
export function forgetTask(taskId: string): void {
  clearTimeout(timers.get(taskId));
  timers.delete(taskId);
  forgetChange(taskId);
}

function saveOpenTasks(): void {
  for (const [taskId, { saving }] of Object.entries(tasks.open)) {
    if (saving.name === 'waiting' || saving.name === 'failed') void saveNow(taskId);
  }
}

/** Saves when the page is hidden or online again. Returns a stop function. */
export function watchPage(): () => void {
  const onHidden = () => document.visibilityState === 'hidden' && saveOpenTasks();
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('pagehide', saveOpenTasks);
  window.addEventListener('online', saveOpenTasks);
  return () => {
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('pagehide', saveOpenTasks);
    window.removeEventListener('online', saveOpenTasks);
  };
}
