import { snapshot, subscribe } from 'valtio';
import { fileTypeOf, refuseChatFile, type ChatFileRefusal } from '#contract/files/fileTypes.ts';
import { MAX_FILES_PER_MESSAGE, UPLOADS_PER_PERSON } from '#contract/limits.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { ensureDraft, drafts, getVisibleFiles } from '#tab/features/chat/composer/draft/draft.state.ts';
import { getPendingBytes, deletePendingBytes, setPendingBytes } from './upload/pendingBytes.ts';
import {
  countContextBytes,
  classifyContextSize,
  getDetails,
  isOnServer,
  isTaskDraft,
  hasRoom,
  mergeRemovedFiles,
} from './files.rules.ts';
import { readStoredFiles, writeStoredFiles } from './files.storage.ts';
import { fileTexts } from './files.texts.ts';
import type { ChatFile, FileDetails, FileProgress } from './files.state.ts';
import { announceFile, listWithLimit } from './upload/fileToasts.ts';
import type { RemoteFile } from './sources/remoteFile.ts';
import { processFile } from './upload/processFile.ts';
import { createUploadQueue } from './upload/uploadQueue.ts';

/** Maximum parallel uploads: one below the server's limit, so that uploads in a second window are not rejected. */
const queue = createUploadQueue(UPLOADS_PER_PERSON - 1);
const running = new Map<string, AbortController>();
const knownFileIds = new Map<string, Set<string>>();

/**
 * Attaches dropped, pasted or picked files, of this computer or of Microsoft 365, to the draft of a chat. One toast
 * explains all refusals.
 */
export function addFiles(chatId: string, files: readonly (File | RemoteFile)[]): void {
  const draft = ensureDraft(chatId);
  const uploads = getActiveSession(session.status)?.organization.features.uploadBlob ?? true;
  const refusals: string[] = [];
  for (const file of files) {
    const refusal = refuseChatFile(file, { uploads });
    if (refusal === 'uploadsOff') {
      refusals.push(fileTexts.uploadsOff);
      break;
    }
    if (refusal) {
      refusals.push(refusalTexts[refusal](file.name));
      continue;
    }
    if (!hasRoom(draft.files.length)) {
      refusals.push(fileTexts.tooMany(MAX_FILES_PER_MESSAGE));
      break;
    }
    const facts = createFileDetails(file);
    if (file instanceof File) setPendingBytes(facts.id, file);
    draft.files.push({ ...facts, state: 'waiting' });
    startProcessing(chatId, facts);
  }
  if (refusals.length > 0) showToast('error', listWithLimit(refusals).join('\n'));
  void saveFiles(chatId);
}

/**
 * Removes a file from a draft and cancels its processing. Until `forgetRemovedFiles` is called, `restoreFile` can undo
 * that.
 */
export function removeFile(chatId: string, fileId: string): void {
  const draft = drafts[chatId];
  const chips = draft ? mergeRemovedFiles(getVisibleFiles(draft), draft.removed) : [];
  const position = chips.findIndex((chip) => 'id' in chip && chip.id === fileId);
  const file = draft?.files.find(({ id }) => id === fileId);
  if (!draft || !file) return;
  const bytes = getPendingBytes(fileId);
  removeFiles(chatId, [fileId]);
  if (bytes) setPendingBytes(fileId, bytes);
  draft.removed.push({ file: snapshot(file) as ChatFile, position });
}

/** Puts a removed file back in its position and resumes its processing. */
export function restoreFile(chatId: string, fileId: string): void {
  const draft = drafts[chatId];
  const removed = draft?.removed.find(({ file }) => file.id === fileId);
  if (!draft || !removed) return;
  if (!hasRoom(draft.files.length)) {
    showToast('error', fileTexts.tooMany(MAX_FILES_PER_MESSAGE));
    return;
  }
  const before = draft.removed.filter(({ position }) => position < removed.position).length;
  const file = toResumableFile(snapshot(removed.file) as ChatFile, getPendingBytes(fileId) !== null);
  draft.removed = draft.removed.filter((item) => item !== removed);
  draft.files.splice(removed.position - before, 0, file);
  if (file.state === 'waiting' || file.state === 'reading') startProcessing(chatId, file);
  void saveFiles(chatId);
}

/** Ends the time in which removed files can be restored: of one file, or of all of a draft. */
export function forgetRemovedFiles(chatId: string, fileId?: string): void {
  const draft = drafts[chatId];
  if (!draft) return;
  for (const { file, position } of draft.removed.filter((item) => fileId === undefined || item.file.id === fileId)) {
    deletePendingBytes(file.id);
    draft.removed = draft.removed
      .filter((item) => item.file.id !== file.id)
      .map((item) => (item.position > position ? { ...item, position: item.position - 1 } : item));
  }
}

/** Removes files from a draft and, unless `stored` is false, from the browser's database. */
export function removeFiles(chatId: string, fileIds: readonly string[], { stored } = { stored: true }): void {
  const draft = drafts[chatId];
  if (!draft || fileIds.length === 0) return;
  for (const id of fileIds) {
    running.get(id)?.abort();
    running.delete(id);
    deletePendingBytes(id);
  }
  rememberFileIds(chatId, fileIds);
  draft.files = draft.files.filter((file) => !fileIds.includes(file.id));
  if (stored) void saveFiles(chatId);
}

/** Processes a failed file again. */
export function retryFile(chatId: string, fileId: string): void {
  const file = drafts[chatId]?.files.find((candidate) => candidate.id === fileId);
  if (file?.state !== 'failed' || !(file.source ?? getPendingBytes(fileId))) return;
  setProgress(chatId, fileId, { state: 'waiting' });
  startProcessing(chatId, file);
}

/** Restores the files of a draft after a reload and resumes their processing. */
export async function restoreFiles(chatId: string): Promise<void> {
  const draft = ensureDraft(chatId);
  const stored = await readStoredFiles(chatId);
  // Already restored, or another person has signed in.
  if (draft.filesLoaded || drafts[chatId] !== draft) return;
  for (const { file, bytes } of stored) {
    if (bytes) setPendingBytes(file.id, new File([bytes], file.name, { type: bytes.type }));
  }
  const restored = stored.map(({ file, bytes }) => toResumableFile(file, bytes !== null));
  draft.files = [...restored, ...draft.files];
  draft.filesLoaded = true;
  for (const file of restored) {
    if (file.state === 'waiting' || file.state === 'reading') startProcessing(chatId, file);
  }
}

/** Stores the files of a draft, with the bytes of those that are not ready. */
async function saveFiles(chatId: string): Promise<void> {
  const draft = drafts[chatId];
  if (!draft) return;
  rememberFileIds(
    chatId,
    draft.files.map((file) => file.id),
  );
  const files = draft.files.map((file) => ({ file: snapshot(file) as ChatFile, bytes: getPendingBytes(file.id) }));
  await writeStoredFiles(chatId, files, knownFileIds.get(chatId) ?? new Set());
}

/** Resumes files that waited for the next sign-in. */
function resumeFiles(): void {
  for (const [chatId, draft] of Object.entries(drafts)) {
    for (const file of draft.files) {
      if (running.has(file.id)) continue;
      if (isOnServer(file) || (file.state === 'waiting' && (file.source ?? getPendingBytes(file.id))))
        startProcessing(chatId, file);
    }
  }
}

subscribe(session, () => {
  if (session.status.name === 'signedIn') resumeFiles();
});

const refusalTexts: Record<Exclude<ChatFileRefusal, 'uploadsOff'>, (name: string) => string> = {
  type: fileTexts.notSupported,
  size: fileTexts.tooLarge,
};

function createFileDetails(file: File | RemoteFile): FileDetails {
  const { name, type, size } = file;
  const facts = { id: crypto.randomUUID(), name, fileType: fileTypeOf(type, name), size };
  if (file instanceof File) return { ...facts, date: new Date(file.lastModified).toISOString() };
  return { ...facts, date: file.date, source: file.source, resource: file.resource };
}

/**
 * Returns a stored file in a state that can be resumed, or `failed` if it was not uploaded and its bytes are missing.
 */
function toResumableFile(file: ChatFile, bytesKept: boolean): ChatFile {
  if (file.state === 'ready' || file.state === 'failed' || isOnServer(file)) return file;
  const facts = getDetails(file);
  if (bytesKept || file.source) return { ...facts, state: 'waiting' };
  return { ...facts, state: 'failed', reason: fileTexts.interrupted, retry: false };
}

function startProcessing(chatId: string, { id, name }: FileDetails): void {
  const controller = new AbortController();
  running.set(id, controller);
  const announcement = announceFile(chatId, name, controller.signal);
  const job = async () => {
    const file = drafts[chatId]?.files.find((candidate) => candidate.id === id);
    const report = (progress: FileProgress) => setProgress(chatId, id, progress);
    if (file) await processFile(file, controller.signal, report, announcement, isTaskDraft(chatId));
    if (running.get(id) === controller) running.delete(id);
  };
  queue.run(job, controller.signal);
}

function setProgress(chatId: string, fileId: string, progress: FileProgress): void {
  const draft = drafts[chatId];
  const index = draft?.files.findIndex((file) => file.id === fileId) ?? -1;
  if (!draft || index < 0) return;
  const { state } = draft.files[index]!;
  draft.files[index] = { ...getDetails(snapshot(draft.files[index]!) as ChatFile), ...progress };
  if (state === progress.state) return;
  void saveFiles(chatId);
  if (progress.state === 'ready') logIfNearLimit(draft.files);
}

function logIfNearLimit(files: readonly ChatFile[]): void {
  const bytes = countContextBytes(files);
  if (classifyContextSize(bytes) !== 'fits') logFailure('file context is close to the limit or over it', { bytes });
}

function rememberFileIds(chatId: string, ids: readonly string[]): void {
  knownFileIds.set(chatId, new Set([...(knownFileIds.get(chatId) ?? []), ...ids]));
}
