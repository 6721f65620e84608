import type { FileContextItem } from '#contract/files/files.ts';

/** Where the server gets the bytes of a file that is not on this computer. */
export type FileSource =
  | { kind: 'file'; url: string }
  | { kind: 'mail'; id: string }
  | { kind: 'chat'; id: string; chatId: string }
  | { kind: 'meeting'; meetingId: string; transcriptId: string };

/** A file, message or transcript of Microsoft 365 that was chosen to be attached. */
export interface RemoteFile {
  name: string;
  /** Mime type. */
  type: string;
  size: number;
  /** ISO time. */
  date: string;
  source: FileSource;
  /** What the file viewer needs to open it. */
  resource: FileContextItem['fileResource'];
}
