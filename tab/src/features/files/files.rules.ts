import {
  acceptsDrop,
  fileTypeOf,
  fileTypes,
  isImage,
  readableNow,
  type FileType,
} from '../../../../api/contract/fileTypes.ts';
import { fileTypeTable } from '../../../../api/contract/fileTypeTable.ts';
import type { FileContextItem } from '../../../../api/contract/files.ts';
import {
  FILE_CONTEXT_MAX_BYTES,
  FILE_CONTEXT_WARN_BYTES,
  FILE_NAME_CUT,
  MAX_FILE_BYTES,
} from '../../../../api/contract/limits.ts';
import { fileTexts } from './files.texts.ts';
import type { ChatFile, FileContent, ReadyFile } from './files.state.ts';

export type FileSource = 'drop' | 'paste' | 'picker';

/** Whether Chat can do something with this type now: images go with the message, the rest is read by the server. */
export function takes(type: FileType): boolean {
  return isImage(type) || readableNow(type);
}

/** The `accept` attribute of the attach button: what cannot be taken is not listed. */
export const attachAccept = fileTypes
  .flatMap((type) => (type !== 'Unknown' && takes(type) ? fileTypeTable[type].extensions : []))
  .map((ending) => `.${ending}`)
  .join(',');

/** Why a file is not taken, in a sentence for the person; `null` if it is. */
export function refusal(file: { name: string; type: string; size: number }, source: FileSource): string | null {
  const type = fileTypeOf(file.type, file.name);
  if (source === 'drop' && !acceptsDrop('chat', type)) return fileTexts.notDropped(file.name);
  if (!takes(type)) return fileTexts.notSupported(file.name);
  if (file.size > MAX_FILE_BYTES) return fileTexts.tooLarge(file.name);
  return null;
}

/** Bytes that the files add to a message: the text of documents in UTF-8, the base64 of images. */
export function contextBytes(files: readonly ChatFile[]): number {
  return files.reduce((sum, file) => sum + (file.state === 'ready' ? bytesOf(file.content) : 0), 0);
}

function bytesOf(content: FileContent): number {
  return content.kind === 'image' ? content.base64.length : content.bytes;
}

export type ContextSize = 'fits' | 'nearly' | 'tooLarge';

/** `nearly` is logged only; from 1,048,576 bytes on the message is not sent. */
export function contextSize(bytes: number): ContextSize {
  if (bytes >= FILE_CONTEXT_MAX_BYTES) return 'tooLarge';
  return bytes >= FILE_CONTEXT_WARN_BYTES ? 'nearly' : 'fits';
}

/** Cuts a name in the middle, so that its beginning and its ending stay readable. */
export function cutName(name: string, limit = FILE_NAME_CUT): string {
  const characters = Array.from(name);
  if (characters.length <= limit) return name;
  const tail = Math.floor((limit - 1) / 2);
  return `${characters.slice(0, limit - 1 - tail).join('')}…${characters.slice(characters.length - tail).join('')}`;
}

/** Whether the server has the file and works on it, or will. */
export function isAtServer(file: ChatFile): boolean {
  return file.state === 'reading' || (file.state === 'waiting' && file.jobId !== undefined);
}

export function isReady(file: ChatFile): file is ReadyFile {
  return file.state === 'ready';
}

/** A ready file as it goes with a message. */
export function contextItemOf(file: ReadyFile): FileContextItem {
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

/** Tokens of the attached files, documents and images apart. */
export function tokensOf(files: readonly ChatFile[]): { files: number; images: number } {
  const ready = files.filter(isReady).map((file) => file.content);
  const sum = (kind: FileContent['kind']) =>
    ready.filter((content) => content.kind === kind).reduce((total, content) => total + content.tokens, 0);
  return { files: sum('text'), images: sum('image') };
}
