import { proxy } from 'valtio';
import type { Mode } from '../../../api/contract/settings.ts';

/** The open dialog. One at a time, so that Escape always has one meaning. */
export type OpenDialog =
  | { name: 'none' }
  | { name: 'about'; type: 'ava' | 'ks' }
  | { name: 'help' }
  | { name: 'shortcuts' }
  | { name: 'settings' }
  | { name: 'modeSettings'; mode: Mode; chatId: string }
  | { name: 'createCorpus' }
  | { name: 'corpusFiles' | 'editSite' | 'siteInsights'; siteId: string };

export const dialogs = proxy<{ open: OpenDialog }>({ open: { name: 'none' } });

export function openDialog(dialog: OpenDialog): void {
  dialogs.open = dialog;
}

export function closeDialog(): void {
  dialogs.open = { name: 'none' };
}
