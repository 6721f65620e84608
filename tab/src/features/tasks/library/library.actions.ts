import { isAvaError } from '#contract/errors.ts';
import { copyTask } from '#contract/tasks/tasks.ts';
import {
  deleteLibraryTask as deleteCall,
  getTaskLibrary,
  saveLibraryTask,
  updateLibraryTask,
  type LibraryTask,
} from '#contract/tasks/taskLibrary.ts';
import { shareTask } from '#contract/tasks/tasks.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { scheduleSave, saveNow } from '#tab/features/tasks/saving/save.actions.ts';
import { openTask } from '#tab/features/tasks/tasks.actions.ts';
import { getOpenTask, tasks } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { library } from './library.state.ts';

/** Loads the library once; again after a failure, or if `again`. */
export async function loadLibrary(again = false): Promise<void> {
  const { name } = library.loading;
  if (name === 'loading' || (name === 'ready' && !again)) return;
  library.loading = { name: 'loading' };
  try {
    library.items = (await api.call(getTaskLibrary, {})).tasks;
    library.loading = { name: 'ready' };
  } catch (cause) {
    logFailure(taskTexts.library.failed, cause);
    library.loading = { name: 'failed' };
  }
}

/** Creates a task from an item of the library and opens it. Throws a sentence. */
export async function loadFromLibrary(libraryId: string): Promise<void> {
  const newTaskId = crypto.randomUUID();
  try {
    const created = await api.call(copyTask, { library_id: libraryId, new_task_id: newTaskId });
    tasks.metadata.unshift(created);
    await openTask(newTaskId);
    tasks.isLibraryOpen = false;
  } catch (cause) {
    logFailure(taskTexts.library.loadFailed, cause);
    showToast('error', isAvaError(cause) && cause.status < 500 ? cause.detail : taskTexts.library.loadFailed);
  }
}

export interface LibraryFields {
  title: string;
  description: string;
  teamId: string | null;
  tags: readonly string[];
}

/**
 * Saves a task to the library: as a new item, or over `updating`.
 * @throws Error with the sentence to show
 */
export async function saveToLibrary(
  taskId: string,
  fields: LibraryFields,
  updating: LibraryTask | null,
): Promise<void> {
  const open = getOpenTask(taskId);
  if (!open) return;
  const item = {
    TaskLibraryId: updating?.TaskLibraryId ?? crypto.randomUUID(),
    TaskId: taskId,
    TaskLibraryTitle: fields.title.trim(),
    TaskLibraryDescription: fields.description.trim(),
    TaskLibraryTeamId: fields.teamId,
    TaskLibraryTags: [...fields.tags],
  };
  try {
    if (!(await saveNow(taskId))) throw new Error('task not saved');
    const call = updating ? updateLibraryTask : saveLibraryTask;
    const saved = await api.call(call, { library_task: item });
    library.items = [saved, ...library.items.filter(({ TaskLibraryId }) => TaskLibraryId !== saved.TaskLibraryId)];
    open.task.TemplateId = saved.TaskLibraryId;
    scheduleSave(taskId);
    showToast(
      'success',
      updating ? taskTexts.template.updated(item.TaskLibraryTitle) : taskTexts.template.saved(item.TaskLibraryTitle),
    );
  } catch (cause) {
    logFailure(taskTexts.template.failed, cause);
    const sentence = isAvaError(cause) && cause.status < 500 ? cause.detail : taskTexts.template.failed;
    throw new Error(sentence, { cause });
  }
}

export async function deleteFromLibrary(libraryId: string): Promise<void> {
  try {
    await api.call(deleteCall, { task_id: libraryId });
    library.items = library.items.filter(({ TaskLibraryId }) => TaskLibraryId !== libraryId);
  } catch (cause) {
    logFailure(taskTexts.deleteFailed, cause);
    showToast('error', taskTexts.deleteFailed);
  }
}

/** Gives each peer a copy of a task. Rejects on failure, so that the dialog stays open. */
export async function shareWithPeers(taskId: string, peerIds: readonly string[]): Promise<void> {
  const open = getOpenTask(taskId);
  if (open && !(await saveNow(taskId))) throw new Error(taskTexts.shareFailed);
  const { shared } = await api.call(shareTask, { task_id: taskId, peers: [...peerIds] });
  const title = tasks.metadata.find((item) => item.TaskId === taskId)?.TaskTitle ?? '';
  showToast('success', taskTexts.shared(title, shared));
}
