import type { ServerResponse } from 'node:http';
import type { Draft, DraftStore } from './draftStore.ts';

/** Path of Outlook on the web; the id of an item is in the query. */
export const OUTLOOK_PATH = '/owa/';

/** Shows a draft as Outlook does: subject, recipients, the text in a frame without scripts, and the attachments. */
export function sendDraftPage(drafts: DraftStore, query: URLSearchParams, response: ServerResponse): void {
  const draft = drafts.find(query.get('ItemID') ?? '');
  response.writeHead(draft ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
  });
  response.end(draft ? toPage(draft) : toNotFoundPage());
}

function toPage(draft: Draft): string {
  const { displayName, mail } = draft.owner;
  const files = draft.attachments.filter(({ isInline }) => !isInline);
  const recipients = draft.toRecipients.map(({ emailAddress }) => emailAddress?.address ?? '').join('; ');
  return page(
    draft.subject,
    `<header><b>[Draft]</b> ${escapeHtml(draft.subject || '(No subject)')}</header>
<dl><dt>From</dt><dd>${escapeHtml(`${displayName} <${mail ?? ''}>`)}</dd><dt>To</dt><dd>${escapeHtml(recipients)}</dd></dl>
${files.map(({ name }) => `<p class="file">${escapeHtml(name ?? '')}</p>`).join('')}
<iframe title="Message" sandbox srcdoc="${escapeHtml(toFrame(draft))}"></iframe>`,
  );
}

function toNotFoundPage(): string {
  return page('Outlook', '<header>This message might have been moved or deleted.</header>');
}

function toFrame({ contentType, content, attachments }: Draft): string {
  if (contentType === 'text') return `<pre>${escapeHtml(content)}</pre>`;
  return attachments.reduce(
    (html, { contentId, contentType: type, contentBytes }) =>
      contentId ? html.replaceAll(`cid:${contentId}`, `data:${type};base64,${contentBytes}`) : html,
    content,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>
body{margin:0;font:14px "Segoe UI",sans-serif;display:flex;flex-direction:column;height:100vh}
header{padding:16px 20px 8px;font-size:18px}
dl{display:grid;grid-template-columns:60px 1fr;gap:4px;margin:0;padding:0 20px 12px;border-bottom:1px solid #ddd}
dd{margin:0}.file{margin:8px 20px 0}iframe{flex:1;border:0;margin:12px 20px}
</style></head><body>${body}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
