import type { FileContextItem } from '#contract/files/files.ts';
import { FILE_CONTEXT_MAX_BYTES, FILE_CONTEXT_WARN_BYTES, MAX_FILES_PER_MESSAGE } from '#contract/limits.ts';
import type { ChatFile, FileContent, FileDetails, ReadyFile } from './files.state.ts';

/** With more chips than this, too little space would be left for the text, so they are shown in a popover. */
export const MAX_CHIPS_IN_ROW = 4;

/** Only the details of a file, without the fields of its processing state. */
export function getDetails({ id, name, fileType, size, date, source, resource }: FileDetails): FileDetails {
  return { id, name, fileType, size, date, ...(source && { source }), ...(resource && { resource }) };
}

/** Whether a message with this number of files has room for another one. */
export function hasRoom(fileCount: number): boolean {
  return fileCount < MAX_FILES_PER_MESSAGE;
}

/** Bytes that the files add to a message: UTF-8 text of documents and base64 of images. */
export function countContextBytes(files: readonly ChatFile[]): number {
  return files.reduce((sum, file) => sum + (file.state === 'ready' ? countContentBytes(file.content) : 0), 0);
}

function countContentBytes(content: FileContent): number {
  return content.kind === 'image' ? content.base64.length : content.bytes;
}

export type ContextSize = 'fits' | 'nearly' | 'tooLarge';

/**
 * Compares the size of the files with the limit of a message. `nearly` (90 percent or more) is only logged; a message
 * that is `tooLarge` is not sent.
 */
export function classifyContextSize(bytes: number): ContextSize {
  if (bytes >= FILE_CONTEXT_MAX_BYTES) return 'tooLarge';
  return bytes >= FILE_CONTEXT_WARN_BYTES ? 'nearly' : 'fits';
}

/**
 * Adds the removed files that can still be restored to the files of a draft, each in its old position, so that nothing
 * moves under the pointer.
 */
export function mergeRemovedFiles<File, Removed extends { position: number }>(
  files: readonly File[],
  removed: readonly Removed[],
): (File | Removed)[] {
  const merged: (File | Removed)[] = [...files];
  for (const item of removed.toSorted((a, b) => a.position - b.position)) merged.splice(item.position, 0, item);
  return merged;
}

/** Whether the server has the file and is reading it, or has queued it. */
export function isOnServer(file: ChatFile): boolean {
  return file.state === 'reading' || (file.state === 'waiting' && file.jobId !== undefined);
}

export function isReady(file: ChatFile): file is ReadyFile {
  return file.state === 'ready';
}

/** Converts a ready file to its form in a message. */
export function toContextItem(file: ReadyFile): FileContextItem {
  const { content } = file;
  const item = {
    fileName: file.name,
    fileType: file.fileType,
    fileSize: file.size,
    fileDate: file.date,
    fileResource: file.resource ?? null,
  };
  if (content.kind === 'text') return { ...item, scrapedFileId: content.fileId, imageTokenCount: null };
  return { ...item, scrapedFileId: file.id, fileContent: content.base64, imageTokenCount: content.tokens };
}

/** Tokens of the attached files, for documents and images separately. */
export function countFileTokens(files: readonly ChatFile[]): { files: number; images: number } {
  const ready = files.filter(isReady).map((file) => file.content);
  const sum = (kind: FileContent['kind']) =>
    ready.filter((content) => content.kind === kind).reduce((total, content) => total + content.tokens, 0);
  return { files: sum('text'), images: sum('image') };
}
