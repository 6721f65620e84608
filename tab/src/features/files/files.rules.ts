import type { FileContextItem } from '#contract/files/files.ts';
import type { TextSize } from '#contract/files/lookedUp.ts';
import { FILE_CONTEXT_MAX_BYTES, FILE_CONTEXT_WARN_BYTES, MAX_FILES_PER_MESSAGE } from '#contract/limits.ts';
import type { ChatFile, FileDetails, ReadyFile } from './files.state.ts';

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

/** Bytes that the files add to a message: the base64 of images. The server has the texts, and looks up in long ones. */
export function countContextBytes(files: readonly ChatFile[]): number {
  const contents = files.filter(isReady).map(({ content }) => content);
  return contents.reduce((sum, content) => sum + (content.kind === 'image' ? content.base64.length : 0), 0);
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

/** The texts of the attached documents, and the tokens of the attached images. */
export function measureFiles(files: readonly ChatFile[]): { texts: TextSize[]; images: number } {
  const ready = files.filter(isReady).map((file) => file.content);
  return {
    texts: ready.flatMap((content) =>
      content.kind === 'text' ? [{ id: content.fileId, tokens: content.tokens }] : [],
    ),
    images: ready.reduce((sum, content) => sum + (content.kind === 'image' ? content.tokens : 0), 0),
  };
}

/** Whether a draft holds the files of a task or of a step, which no message carries. */
export function isTaskDraft(draftKey: string): boolean {
  return draftKey.startsWith('task/');
}
