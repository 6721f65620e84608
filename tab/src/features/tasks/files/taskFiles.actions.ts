import { subscribe } from 'valtio';
import { getFileText } from '#contract/files/files.ts';
import { MAX_TASK_FILES } from '#contract/limits.ts';
import type { TaskFile } from '#contract/tasks/taskFile.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { drafts, ensureDraft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { addFiles, removeFiles, restoreFiles } from '#tab/features/files/files.actions.ts';
import type { ChatFile } from '#tab/features/files/files.state.ts';
import type { RemoteFile } from '#tab/features/files/sources/remoteFile.ts';
import { addFile } from '#tab/features/tasks/editing/edit.actions.ts';
import { getOpenTask } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';

/** A task, or a step of it. */
export interface FileTarget {
  taskId: string;
  stepId: string | null;
}

const tokensByFile = new Map<string, Promise<number>>();

/** Files that are being uploaded and read are in a draft of this key (`isTaskDraft`), as for a message. */
export function getUploadKey({ taskId, stepId }: FileTarget): string {
  return `task/${taskId}/${stepId ?? 'task'}`;
}

/** Whether files of a task or its steps are still being uploaded or read; a run would not have them. */
export function hasUploads(taskId: string): boolean {
  return Object.entries(drafts).some(
    ([key, { files }]) => key.startsWith(`task/${taskId}/`) && files.some(({ state }) => state !== 'failed'),
  );
}

/**
 * Uploads dropped or picked files, of this computer or of Microsoft 365, for a task or a step; they are added when the server
 * has read them.
 */
export function addTaskFiles(target: FileTarget, files: readonly (File | RemoteFile)[]): void {
  const room = MAX_TASK_FILES - countFiles(target);
  if (files.length > room) showToast('error', taskTexts.tooManyFiles(MAX_TASK_FILES));
  const fitting = files.slice(0, Math.max(0, room));
  if (fitting.length === 0) return;
  watchUploads(target);
  addFiles(getUploadKey(target), fitting);
}

function countFiles({ taskId, stepId }: FileTarget): number {
  const task = getOpenTask(taskId)?.task;
  const stored =
    stepId === null
      ? task?.TaskSettings.taskDocuments
      : task?.TaskData.find((step) => step.stepId === stepId)?.stepData;
  return (stored?.length ?? 0) + (drafts[getUploadKey({ taskId, stepId })]?.files.length ?? 0);
}

const watched = new Set<string>();

/** Moves each file that is ready from the uploads into its task or step. Restores uploads that a reload interrupted. */
export function watchUploads(target: FileTarget): void {
  const key = getUploadKey(target);
  if (watched.has(key)) return;
  watched.add(key);
  const draft = ensureDraft(key);
  subscribe(draft, () => moveReadyFiles(target, key));
  void restoreFiles(key).then(() => moveReadyFiles(target, key));
}

function moveReadyFiles(target: FileTarget, key: string): void {
  for (const file of drafts[key]?.files ?? []) {
    if (file.state !== 'ready' || file.content.kind !== 'text') continue;
    tokensByFile.set(file.content.fileId, Promise.resolve(file.content.tokens));
    addFile(target.taskId, target.stepId, toTaskFile(file, file.content.fileId));
    removeFiles(key, [file.id]);
  }
}

function toTaskFile(file: ChatFile, dataId: string): TaskFile {
  return {
    dataId,
    dataType: file.fileType,
    dataTitle: file.name,
    dataName: file.name,
    dataSize: file.size,
    dataResource: file.resource ?? null,
    dataDate: file.date,
    dataSource: file.source ? 'microsoft365' : 'computer',
    imageTokenCount: null,
  };
}

/** Tokens of a file's text; 0 if it can't be read. */
export function getFileTokens(dataId: string): Promise<number> {
  const known = tokensByFile.get(dataId);
  if (known) return known;
  const fetched = api.call(getFileText, { file_id: dataId }).then(
    ({ tokens }) => tokens,
    () => 0,
  );
  tokensByFile.set(dataId, fetched);
  return fetched;
}
