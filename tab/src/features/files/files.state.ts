import type { FileContextItem } from '#contract/files/files.ts';
import type { FileType } from '#contract/files/fileTypes.ts';
import type { FileSource } from './sources/remoteFile.ts';

/** Details of a file that are known when it is chosen. */
export interface FileDetails {
  id: string;
  name: string;
  fileType: FileType;
  /** Size in bytes before compression. */
  size: number;
  /** ISO time of the last change. */
  date: string;
  /** Where the server gets the bytes, unless they are on this computer. */
  source?: FileSource | undefined;
  resource?: FileContextItem['fileResource'] | undefined;
}

/** An image is sent in the message itself; `tokens` is computed from the compressed pixels. */
export interface ImageContent {
  kind: 'image';
  mime: string;
  base64: string;
  width: number;
  height: number;
  tokens: number;
}

/** The server keeps a document under `fileId`; `bytes` is the UTF-8 length of its text. */
export interface TextContent {
  kind: 'text';
  fileId: string;
  tokens: number;
  bytes: number;
  /** Whether text was recognized in images, so that it can have mistakes. */
  usedOcr?: boolean | undefined;
  /** Whether the person can miss a part of the file. */
  isPartlyRead?: boolean | undefined;
  /** The parts of the file that the server did not read. */
  warning?: string | undefined;
}

export type FileContent = ImageContent | TextContent;

/** Processing state of a file of a draft. */
export type FileProgress =
  /** Waits for its upload, or on the server (`jobId`) for other files to be read. */
  | { state: 'waiting'; jobId?: string | undefined }
  | { state: 'compressing' }
  /** `percent` of the bytes that were sent; none while the server fetches the file. */
  | { state: 'uploading'; percent?: number }
  | { state: 'reading'; jobId: string; percent: number }
  | { state: 'ready'; content: FileContent }
  | { state: 'failed'; reason: string; retry: boolean };

export type ChatFile = FileDetails & FileProgress;
export type FileStateName = ChatFile['state'];
export type ReadyFile = FileDetails & { state: 'ready'; content: FileContent };

/** A file that was removed from a draft and can be restored for a moment. */
export interface RemovedFile {
  file: ChatFile;
  /** Index of its chip among all chips. */
  position: number;
}
