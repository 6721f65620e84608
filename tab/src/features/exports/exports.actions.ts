import { draftAnswer, draftChat, draftTask, saveToOneDrive, type EmailDraft } from '#contract/exports/emailDrafts.ts';
import {
  exportAnswer,
  exportChat,
  exportTask,
  type DocumentFormat,
  type ExportedFile,
} from '#contract/exports/exports.ts';
import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { openDialog, type ExportKind, type ExportTarget } from '#tab/shell/dialogs.ts';
import { openLink } from '#tab/shell/openLink.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { getHost, openLink as openInHost } from '#tab/teams/teamsHost.ts';
import { exportTexts } from './exports.texts.ts';

/** Opens the dialog that asks for a name. */
export function openExport(kind: ExportKind, target: ExportTarget, proposal: string): void {
  openDialog({ name: 'export', kind, target, proposal });
}

/** Makes a file on the server. */
export function makeFile(target: ExportTarget, format: DocumentFormat, name: string): Promise<ExportedFile> {
  switch (target.kind) {
    case 'answer':
      return api.call(exportAnswer, { chat_id: target.chatId, message_id: target.messageId, format, name });
    case 'chat':
      return api.call(exportChat, { chat_id: target.chatId, format, name });
    default:
      return api.call(exportTask, { task_id: target.taskId, format, name });
  }
}

/**
 * Downloads a file; resolves when the browser has its bytes, or Teams has opened its address, and rejects if neither is
 * possible. Teams gets no blob: on the desktop, it downloads only the first one. It opens the address in a browser, because its
 * own windows do not all save files.
 */
export async function download({ url, file_name }: ExportedFile): Promise<void> {
  const address = new URL(url, window.location.origin).href;
  if (getHost().kind === 'teams') return openInHost(address);
  const reply = await fetch(address);
  if (!reply.ok) throw new AvaError('link_expired');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await reply.blob());
  link.download = file_name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves a file that was made in the person's OneDrive, and opens it there. */
export async function saveFile(file: ExportedFile): Promise<void> {
  const { file_name, web_link } = await api.call(saveToOneDrive, { export_id: file.export_id });
  const open = () => openLink(web_link);
  open();
  showToast('success', exportTexts.savedToOneDrive(file_name), { action: { label: exportTexts.open, run: open } });
}

/** Creates a draft in the person's mailbox. The same key never creates a second one. */
export function createDraft(target: ExportTarget, subject: string, key: string): Promise<EmailDraft> {
  switch (target.kind) {
    case 'answer':
      return api.call(draftAnswer, { chat_id: target.chatId, message_id: target.messageId, subject, key });
    case 'chat':
      return api.call(draftChat, { chat_id: target.chatId, subject, key });
    default:
      return api.call(draftTask, { task_id: target.taskId, subject, key });
  }
}

/** Opens a draft in Outlook. A browser can block the window, so the toast opens it, too. */
export function openDraft({ web_link }: EmailDraft): void {
  const open = () => openLink(web_link);
  open();
  showToast('success', exportTexts.draftCreated, { action: { label: exportTexts.open, run: open } });
}
