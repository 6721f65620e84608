import * as contract from '#contract/exports/emailDrafts.ts';
import type { AppContext } from '#api/context.ts';
import { draftHtml, draftSource } from '#api/exports/email/createDraft.ts';
import { saveToOneDrive } from '#api/exports/saveToOneDrive.ts';
import type { Mounting } from '#api/http/mount.ts';

export function mountEmailDrafts({ call, documents }: Mounting, ctx: AppContext): void {
  documents.call(contract.draftAnswer, ({ chat_id: chatId, message_id: messageId, ...request }, person, signal) =>
    draftSource(ctx, person, { kind: 'answer', chatId, messageId }, request, signal),
  );
  documents.call(contract.draftChat, ({ chat_id: chatId, ...request }, person, signal) =>
    draftSource(ctx, person, { kind: 'chat', chatId }, request, signal),
  );
  documents.call(contract.draftTask, ({ task_id: taskId, ...request }, person, signal) =>
    draftSource(ctx, person, { kind: 'task', taskId }, request, signal),
  );
  documents.call(contract.draftHtml, ({ html, attachments, ...request }, person, signal) =>
    draftHtml(ctx, person, { html, attachments }, request, signal),
  );
  call(contract.saveToOneDrive, ({ export_id }, person) => saveToOneDrive(ctx, person, export_id));
}
