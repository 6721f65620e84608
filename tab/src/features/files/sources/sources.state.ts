import type { RemoteFile } from './remoteFile.ts';

export const sourceNames = ['recent', 'drive', 'sites', 'chats', 'mail', 'meetings'] as const;
export type SourceName = (typeof sourceNames)[number];

/** A step on the way from a source to a folder. */
export interface Place {
  name: string;
  at: { kind: 'site'; siteId: string } | { kind: 'folder'; driveId: string; folderId: string | null };
}

/** What a row of the picker opens or attaches; `disabled` says why it can do neither. */
export type RowTarget =
  { kind: 'open'; place: Place } | { kind: 'attach'; file: RemoteFile } | { kind: 'disabled'; reason: string };

export interface PickerRow {
  id: string;
  icon: 'site' | 'library' | 'folder' | 'mail' | 'chat' | 'meeting' | { fileType: string };
  title: string;
  detail: string;
  /** Text around the words of a search. */
  excerpt: string;
  target: RowTarget;
}

export interface PickerPage {
  rows: PickerRow[];
  /** A sentence under the rows. */
  note: string | null;
}
