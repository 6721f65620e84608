import { proxy } from 'valtio';
import type { Mode } from '../../../api/contract/settings.ts';

/** What a person exports. */
export type ExportTarget =
  | { kind: 'answer'; chatId: string; messageId: string }
  | { kind: 'chat'; chatId: string }
  | { kind: 'task'; taskId: string };
/** What it becomes. */
export type ExportKind = 'email' | 'docx' | 'txt' | 'pdf' | 'pptx';

/** The open dialog. One at a time, so that Escape always has one meaning. */
export type OpenDialog =
  | { name: 'none' }
  | { name: 'about'; type: 'ava' | 'ks' }
  | { name: 'help' }
  | { name: 'profile' }
  | { name: 'shortcuts' }
  | { name: 'settings' }
  | { name: 'modeSettings'; mode: Mode; chatId: string }
  /** Asks for the name of an export. */
  | { name: 'export'; kind: ExportKind; target: ExportTarget; proposal: string }
  /** The slides of a presentation with this title. */
  | { name: 'slides'; target: ExportTarget; title: string }
  | { name: 'createCorpus' }
  | { name: 'corpusFiles' | 'editSite' | 'siteInsights'; siteId: string };

export const dialogs = proxy<{ open: OpenDialog }>({ open: { name: 'none' } });

export function openDialog(dialog: OpenDialog): void {
  dialogs.open = dialog;
}

export function closeDialog(): void {
  dialogs.open = { name: 'none' };
}
