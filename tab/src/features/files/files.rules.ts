import { acceptsDrop, fileTypeOf, isAcceptedInChat } from '../../../../api/contract/fileTypes.ts';
import type { FileContextItem } from '../../../../api/contract/files.ts';
import {
  FILE_CONTEXT_MAX_BYTES,
  FILE_CONTEXT_WARN_BYTES,
  FILE_NAME_CUT,
  MAX_FILE_BYTES,
  MAX_FILES_PER_MESSAGE,
} from '../../../../api/contract/limits.ts';
import { fileTexts } from './files.texts.ts';
import type { ChatFile, FileContent, ReadyFile } from './files.state.ts';

export type FileSource = 'drop' | 'paste' | 'picker';

/** Whether a message with this number of files has room for another one. */
export function hasRoom(fileCount: number): boolean {
  return fileCount < MAX_FILES_PER_MESSAGE;
}

/** Returns why a file is rejected, as a sentence for the person; `null` when it is accepted. */
export function getRejectionReason(
  file: { name: string; type: string; size: number },
  source: FileSource,
): string | null {
  const type = fileTypeOf(file.type, file.name);
  if (source === 'drop' && !acceptsDrop('chat', type)) return fileTexts.notDropped(file.name);
  if (!isAcceptedInChat(type)) return fileTexts.notSupported(file.name);
  if (file.size > MAX_FILE_BYTES) return fileTexts.tooLarge(file.name);
  return null;
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

/** Shortens a name in the middle, so that its beginning and its extension stay readable. */
export function truncateMiddle(name: string, limit = FILE_NAME_CUT): string {
  const characters = Array.from(name);
  if (characters.length <= limit) return name;
  const tail = Math.floor((limit - 1) / 2);
  return `${characters.slice(0, limit - 1 - tail).join('')}…${characters.slice(characters.length - tail).join('')}`;
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
    fileResource: null,
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
