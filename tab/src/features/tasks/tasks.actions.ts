import { ref } from 'valtio';
import { z } from 'zod';
import { isAvaError } from '#contract/errors.ts';
import { makeNewTaskTitle } from '#contract/tasks/taskTitles.ts';
import {
  copyTask as copyTaskCall,
  deleteTask as deleteTaskCall,
  getTask,
  getTasks,
  type TaskConflict,
} from '#contract/tasks/tasks.ts';
import { api } from '#tab/api.ts';
import { leaveRun } from '#tab/runs/activeRuns.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { logFailure } from '#tab/state/log.ts';
import { takeTaskLink } from '#tab/teams/teamsHost.ts';
import { loadMentionGroups } from '#tab/features/chat/mentions/mentionGroups.actions.ts';
import { joinLastRun } from './running/run.actions.ts';
import { toEditedTask, toSavedTask, unsavedTask } from './saving/change.rules.ts';
import type { Edited } from './saving/merge.rules.ts';
import { restoreChange } from './saving/pending.rules.ts';
import { createStep } from './editing/newStep.ts';
import { forgetTask, readKeptChange, refreshTask, saveNow, scheduleSave } from './saving/save.actions.ts';
import { emptyTasks, getOpenTask, tasks } from './tasks.state.ts';
import type { EditedTask } from './editedTask.ts';
import { taskTexts } from './tasks.texts.ts';

let owner: string | null = null;

/** Loads the tasks of the signed-in person and opens the linked or the last one; clears those of a previous person. */
export async function startTasks(personId: string): Promise<void> {
  if (owner !== null && owner !== personId) resetTasks();
  owner = personId;
  void loadMentionGroups();
  const listed = loadTasks();
  await Promise.all([listed, openInitialTask(listed)]);
}

function resetTasks(): void {
  for (const taskId of Object.keys(tasks.open)) leaveRun(taskId);
  Object.assign(tasks, emptyTasks());
}

export async function loadTasks(): Promise<void> {
  if (tasks.list.name === 'loading') return;
  tasks.list = { name: 'loading' };
  try {
    tasks.metadata = (await api.call(getTasks, {})).tasks;
    tasks.list = { name: 'ready' };
  } catch (cause) {
    logFailure(taskTexts.listFailed, cause);
    tasks.list = { name: 'failed', detail: taskTexts.listFailed };
  }
}

/** @param listed resolves when the list is loaded, which determines the number in the title of a new task */
async function openInitialTask(listed: Promise<void>): Promise<void> {
  const last = readLocal('openTask', z.string().nullable(), null);
  const taskId = takeTaskLink()?.taskId;
  if (taskId) return openTask(taskId, () => showMissing(taskId, last));
  if (tasks.openId !== null) return syncTask(tasks.openId);
  if (last !== null) return openTask(last);
  tasks.opening = { name: 'loading' };
  await listed;
  // The person can have opened a task while the list was loading.
  if (tasks.openId === null) openNewTask();
}

/** Says that a linked task can't be opened, and opens the last one. */
async function showMissing(taskId: string, last: string | null): Promise<void> {
  showToast('error', taskTexts.linkedTaskMissing);
  if (last === null || last === taskId) openNewTask();
  else await openTask(last);
}

/** Opens a task; one without steps gets a default step. */
export async function openTask(taskId: string, onMissing: () => void | Promise<void> = openNewTask): Promise<void> {
  tasks.openId = taskId;
  tasks.dialog = null;
  writeLocal('openTask', taskId);
  if (getOpenTask(taskId)) {
    tasks.opening = { name: 'ready' };
    return syncTask(taskId);
  }
  tasks.opening = { name: 'loading' };
  try {
    const server = await api.call(getTask, { task_id: taskId }).catch((cause: unknown) => {
      // A task that was never saved exists only in this browser.
      if (isAvaError(cause) && cause.code === 'not_found' && readKeptChange(taskId)) return null;
      throw cause;
    });
    const kept = readKeptChange(taskId);
    if (server === null && kept === null) return openNewTask();
    if (kept) show(restoreChange(server, kept));
    else if (server) show({ task: toEditedTask(server), saved: toSavedTask(server), conflict: null });
    if (tasks.openId === taskId) tasks.opening = { name: 'ready' };
    if (kept) scheduleSave(taskId);
    joinLastRun(taskId);
  } catch (cause) {
    if (tasks.openId !== taskId) return;
    if (isAvaError(cause) && cause.code === 'not_found') return onMissing();
    logFailure(taskTexts.openFailed, cause);
    // A copy that the person has no room for stays in the list, so that they can make room or delete it.
    const isUnopened = isAvaError(cause) && cause.code === 'copy_not_opened';
    tasks.opening = { name: 'failed', detail: isUnopened ? cause.detail : taskTexts.openFailed };
  }
}

function show({ task, saved, conflict }: Edited & { conflict: TaskConflict | null }): void {
  if (task.TaskData.length === 0) task.TaskData.push(createStep(0));
  tasks.open[task.TaskId] = {
    task: structuredClone(task),
    saved: ref(saved),
    saving: conflict ? { name: 'conflict', conflict: structuredClone(conflict) } : { name: 'clean' },
    run: null,
    focus: null,
  };
}

/** Opens a new task with one step. It is saved with its first change. */
export function openNewTask(): void {
  const task: EditedTask = {
    TaskId: crypto.randomUUID(),
    WorkspaceId: crypto.randomUUID(),
    TemplateId: null,
    TaskTitle: makeNewTaskTitle(tasks.metadata.map(({ TaskTitle }) => TaskTitle)),
    shared: false,
    sharedBy: null,
    lastRun: null,
    // The settings are folded, so that a newcomer sees the first step.
    TaskSettings: { ...unsavedTask().TaskSettings, showTaskSettings: false },
    TaskData: [createStep(0)],
  };
  show({ task, saved: unsavedTask(), conflict: null });
  tasks.openId = task.TaskId;
  tasks.dialog = null;
  tasks.opening = { name: 'ready' };
  writeLocal('openTask', task.TaskId);
}

/** Takes over what another window changed, and follows a run that it started. */
export async function syncTask(taskId: string): Promise<void> {
  await refreshTask(taskId);
  joinLastRun(taskId);
}

/** Deletes a task with its runs. */
export async function deleteTask(taskId: string): Promise<void> {
  const isSaved = (getOpenTask(taskId)?.saved.version ?? 1) > 0;
  try {
    if (isSaved) await api.call(deleteTaskCall, { session_id: taskId });
  } catch (cause) {
    logFailure(taskTexts.deleteFailed, cause);
    showToast('error', taskTexts.deleteFailed);
    return;
  }
  leaveRun(taskId);
  forgetTask(taskId);
  delete tasks.open[taskId];
  tasks.metadata = tasks.metadata.filter((item) => item.TaskId !== taskId);
  if (tasks.openId === taskId) openNewTask();
}

/** Opens a copy of a task without its outputs. */
export async function duplicateTask(taskId: string): Promise<void> {
  const newTaskId = crypto.randomUUID();
  try {
    if (getOpenTask(taskId)) await saveNow(taskId);
    const copy = await api.call(copyTaskCall, { task_id: taskId, new_task_id: newTaskId });
    tasks.metadata.unshift(copy);
    await openTask(newTaskId);
  } catch (cause) {
    logFailure(taskTexts.copyFailed, cause);
    showToast('error', taskTexts.copyFailed);
  }
}
