import { proxy } from 'valtio';
import type { DocumentFormat } from '#contract/exports/exports.ts';
import type { Mode } from '#contract/settings.ts';

/** What a person exports. */
export type ExportTarget =
  | { kind: 'answer'; chatId: string; messageId: string }
  | { kind: 'chat'; chatId: string }
  | { kind: 'task'; taskId: string };
/** The format that it is exported to. */
export type ExportKind = DocumentFormat | 'email' | 'pptx';

/** The editor that a chosen prompt is inserted into. */
export interface PromptTarget {
  /** Id of the chat or step whose text is edited. */
  editorId: string;
  /** Whether groups can be mentioned there. */
  mentions: boolean;
}

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
  | { name: 'prompts'; target: PromptTarget }
  /** Asks for the variables of a prompt before it is inserted. */
  | { name: 'promptVariables'; target: PromptTarget; promptId: string }
  | { name: 'createCorpus' }
  | { name: 'corpusFiles' | 'editSite' | 'siteInsights'; siteId: string };

export const dialogs = proxy<{ open: OpenDialog }>({ open: { name: 'none' } });

export function openDialog(dialog: OpenDialog): void {
  dialogs.open = dialog;
}

export function closeDialog(): void {
  dialogs.open = { name: 'none' };
}
