import {
  documentTypes,
  downloadExport,
  exportAnswer,
  exportChat,
  exportHtml,
  exportTask,
  getDocx,
  getPdf,
  toExportName,
  type DocumentFormat,
} from '#contract/exports/exports.ts';
import { exportDocument, exportSource, openDownload, writeFile } from '#api/exports/exportFile.ts';
import type { Mounting } from '#api/http/mount.ts';
import type { AppContext } from '#api/context.ts';

/** The calls that return the file itself. */
const directCalls: [endpoint: typeof getPdf, format: DocumentFormat][] = [
  [getPdf, 'pdf'],
  [getDocx, 'docx'],
];

export function mountExports({ documents: { call, bytes }, link }: Mounting, ctx: AppContext): void {
  call(exportAnswer, ({ chat_id: chatId, message_id: messageId, ...request }, person, signal) =>
    exportSource(ctx, person, { kind: 'answer', chatId, messageId }, request, signal),
  );
  call(exportChat, ({ chat_id: chatId, ...request }, person, signal) =>
    exportSource(ctx, person, { kind: 'chat', chatId }, request, signal),
  );
  call(exportTask, ({ task_id: taskId, ...request }, person, signal) =>
    exportSource(ctx, person, { kind: 'task', taskId }, request, signal),
  );
  call(exportHtml, ({ html, filename, images = {} }, person, signal) => {
    const part = { heading: '', text: html, syntax: 'html' as const, citations: [] };
    return exportDocument(
      ctx,
      person,
      { title: filename.replace(/\.docx$/i, ''), parts: [part], images },
      'docx',
      signal,
    );
  });
  for (const [endpoint, format] of directCalls)
    bytes(endpoint, async ({ content, title, images = {} }, person, signal) => {
      const part = { heading: '', text: content, syntax: 'markdown' as const, citations: [] };
      const { bytes: body } = await writeFile(ctx, person, { title, parts: [part], images }, format, signal);
      return { type: documentTypes[format], name: toExportName(title, format), body };
    });
  link(downloadExport, ({ ticket }, person) => openDownload(ctx, ticket, person));
}
