import * as contract from '../../contract/exports/emailDrafts.ts';
import type { AppContext } from '../context.ts';
import { draftHtml, draftSource } from '../exports/email/createDraft.ts';
import { saveToOneDrive } from '../exports/saveToOneDrive.ts';
import type { Mounting } from '../http/mount.ts';

export function mountEmailDrafts({ call }: Mounting, ctx: AppContext): void {
  call(contract.draftAnswer, ({ chat_id: chatId, message_id: messageId, ...request }, person) =>
    draftSource(ctx, person, { kind: 'answer', chatId, messageId }, request),
  );
  call(contract.draftChat, ({ chat_id: chatId, ...request }, person) =>
    draftSource(ctx, person, { kind: 'chat', chatId }, request),
  );
  call(contract.draftTask, ({ task_id: taskId, ...request }, person) =>
    draftSource(ctx, person, { kind: 'task', taskId }, request),
  );
  call(contract.draftHtml, ({ html, attachments, ...request }, person) =>
    draftHtml(ctx, person, { html, attachments }, request),
  );
  call(contract.saveToOneDrive, ({ export_id }, person) => saveToOneDrive(ctx, person, export_id));
}
