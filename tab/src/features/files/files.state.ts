import type { FileType } from '../../../../api/contract/fileTypes.ts';

/** What is known of a file from the moment it is chosen. */
export interface FileFacts {
  id: string;
  name: string;
  fileType: FileType;
  /** Bytes as chosen, before compression. */
  size: number;
  /** ISO time of its last change. */
  date: string;
}

/** An image goes with the message itself; `tokens` come from the pixels that are sent. */
export interface ImageContent {
  kind: 'image';
  mime: string;
  base64: string;
  width: number;
  height: number;
  tokens: number;
}

/** A document stays with the server under `fileId`; `bytes` is the UTF-8 length of its text. */
export interface TextContent {
  kind: 'text';
  fileId: string;
  tokens: number;
  bytes: number;
}

export type FileContent = ImageContent | TextContent;

/** Where a file stands on its way into a message. */
export type FileProgress =
  /** Waits here for its upload, or with the server (`jobId`) for other files to be read. */
  | { state: 'waiting'; jobId?: string | undefined }
  | { state: 'compressing' }
  | { state: 'uploading' }
  | { state: 'reading'; jobId: string; percent: number }
  | { state: 'ready'; content: FileContent }
  | { state: 'failed'; reason: string; retry: boolean };

export type ChatFile = FileFacts & FileProgress;
export type FileStateName = ChatFile['state'];
export type ReadyFile = FileFacts & { state: 'ready'; content: FileContent };
