import { snapshot, subscribe } from 'valtio';
import { fileTypeOf } from '../../../../api/contract/fileTypes.ts';
import { MAX_FILES_PER_MESSAGE, UPLOADS_PER_PERSON } from '../../../../api/contract/limits.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { logFailure } from '../../state/log.ts';
import { session } from '../../state/session.state.ts';
import { draftOf, drafts } from '../chat/composer/draft.state.ts';
import { bytesOf, forgetBytes, holdBytes } from './upload/fileBytes.ts';
import { contextBytes, contextSize, isAtServer, refusal, type FileSource } from './files.rules.ts';
import { readStoredFiles, writeStoredFiles } from './files.storage.ts';
import { fileTexts } from './files.texts.ts';
import type { ChatFile, FileFacts, FileProgress } from './files.state.ts';
import { processFile } from './upload/processFile.ts';
import { createQueue } from './upload/uploadQueue.ts';

/** One less than the server allows, so that a second window of the same person is not refused. */
const queue = createQueue(UPLOADS_PER_PERSON - 1);
const running = new Map<string, AbortController>();
const everHeld = new Map<string, Set<string>>();

/** Attaches files to the draft of a chat: from a drop, a paste or the picker. What is not taken is said in a toast. */
export function addFiles(chatId: string, files: readonly File[], source: FileSource = 'picker'): void {
  const draft = draftOf(chatId);
  for (const file of files) {
    const reason = refusal(file, source);
    if (reason) {
      showToast('error', reason);
      continue;
    }
    if (draft.files.length >= MAX_FILES_PER_MESSAGE) {
      showToast('error', fileTexts.tooMany(MAX_FILES_PER_MESSAGE));
      break;
    }
    const facts = factsOf(file);
    holdBytes(facts.id, file);
    draft.files.push({ ...facts, state: 'waiting' });
    start(chatId, facts);
  }
  void saveFiles(chatId);
}

/** Takes a file out of a draft and ends what is under way for it. */
export function removeFile(chatId: string, fileId: string): void {
  forgetFiles(chatId, [fileId]);
}

/** Takes files out of a draft, from memory and, unless `stored` is false, from the browser's database. */
export function forgetFiles(chatId: string, fileIds: readonly string[], { stored } = { stored: true }): void {
  const draft = drafts[chatId];
  if (!draft || fileIds.length === 0) return;
  for (const id of fileIds) {
    running.get(id)?.abort();
    running.delete(id);
    forgetBytes(id);
  }
  note(chatId, fileIds);
  draft.files = draft.files.filter((file) => !fileIds.includes(file.id));
  if (stored) void saveFiles(chatId);
}

/** Tries a failed file again from its beginning. */
export function retryFile(chatId: string, fileId: string): void {
  const file = drafts[chatId]?.files.find((each) => each.id === fileId);
  if (file?.state !== 'failed' || !bytesOf(fileId)) return;
  setProgress(chatId, fileId, { state: 'waiting' });
  start(chatId, file);
}

/** Brings back the files of a draft after a reload; what was under way goes on. */
export async function loadFiles(chatId: string): Promise<void> {
  const draft = draftOf(chatId);
  const stored = await readStoredFiles(chatId);
  // Read twice, or another person has signed in meanwhile.
  if (draft.filesLoaded || drafts[chatId] !== draft) return;
  for (const { file, bytes } of stored) {
    if (bytes) holdBytes(file.id, new File([bytes], file.name, { type: bytes.type }));
  }
  const back = stored.map(({ file, bytes }) => asFound(file, bytes !== null));
  draft.files = [...back, ...draft.files];
  draft.filesLoaded = true;
  for (const file of back) {
    if (file.state === 'waiting' || file.state === 'reading') start(chatId, file);
  }
}

/** Writes the files of a draft down, with the bytes that have not arrived anywhere yet. */
export async function saveFiles(chatId: string): Promise<void> {
  const draft = drafts[chatId];
  if (!draft) return;
  note(
    chatId,
    draft.files.map((file) => file.id),
  );
  const files = draft.files.map((file) => ({ file: snapshot(file) as ChatFile, bytes: bytesOf(file.id) }));
  await writeStoredFiles(chatId, files, everHeld.get(chatId) ?? new Set());
}

/** Goes on with what waited for the person to sign in again. */
function resumeFiles(): void {
  for (const [chatId, draft] of Object.entries(drafts)) {
    for (const file of draft.files) {
      if (running.has(file.id)) continue;
      if (isAtServer(file) || (file.state === 'waiting' && bytesOf(file.id))) start(chatId, file);
    }
  }
}

subscribe(session, () => {
  if (session.status.name === 'signedIn') resumeFiles();
});

function factsOf(file: File): FileFacts {
  return {
    id: crypto.randomUUID(),
    name: file.name,
    fileType: fileTypeOf(file.type, file.name),
    size: file.size,
    date: new Date(file.lastModified).toISOString(),
  };
}

/** A stored file as it can go on: bytes that were not kept cannot be sent again. */
function asFound(file: ChatFile, bytesKept: boolean): ChatFile {
  if (file.state === 'ready' || file.state === 'failed' || isAtServer(file)) return file;
  const { id, name, fileType, size, date } = file;
  const facts = { id, name, fileType, size, date };
  if (bytesKept) return { ...facts, state: 'waiting' };
  return { ...facts, state: 'failed', reason: fileTexts.interrupted, retry: false };
}

function start(chatId: string, { id }: FileFacts): void {
  const controller = new AbortController();
  running.set(id, controller);
  const job = async () => {
    const file = drafts[chatId]?.files.find((each) => each.id === id);
    if (file) await processFile(file, controller.signal, (progress) => setProgress(chatId, id, progress));
    if (running.get(id) === controller) running.delete(id);
  };
  queue.run(job, controller.signal);
}

function setProgress(chatId: string, fileId: string, progress: FileProgress): void {
  const draft = drafts[chatId];
  const at = draft?.files.findIndex((file) => file.id === fileId) ?? -1;
  if (!draft || at < 0) return;
  const { id, name, fileType, size, date, state } = draft.files[at]!;
  draft.files[at] = { id, name, fileType, size, date, ...progress };
  if (state === progress.state) return;
  void saveFiles(chatId);
  if (progress.state === 'ready') warnWhenNearlyFull(draft.files);
}

function warnWhenNearlyFull(files: readonly ChatFile[]): void {
  const bytes = contextBytes(files);
  if (contextSize(bytes) !== 'fits') logFailure('The files of a message are close to the limit or over it.', { bytes });
}

function note(chatId: string, ids: readonly string[]): void {
  everHeld.set(chatId, new Set([...(everHeld.get(chatId) ?? []), ...ids]));
}
