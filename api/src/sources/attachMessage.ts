import { Readable } from 'node:stream';
import { AvaError } from '#contract/errors.ts';
import { DATE_LOCALE } from '#contract/limits.ts';
import type { ChatMessageContent } from '#api/graph/mail/messages.ts';
import type { Person } from '#api/identity/person.ts';
import { checkExtractions } from '#api/policies/personLimits.ts';
import { findUploadRoom, putFileBytes } from '#api/policies/uploadRoom.ts';
import { startExtraction } from '#api/files/startExtraction.ts';
import type { AppContext } from '#api/context.ts';

const MAX_NAME = 150;

/**
 * Stores a mail or chat message with the person's own permissions and queues the extraction of its text, as for an
 * upload. Throws `not_found` for a message that the person cannot read.
 */
export async function attachMessage(
  ctx: AppContext,
  person: Person,
  { kind, id, chat_id }: { kind: 'mail' | 'chat'; id: string; chat_id?: string | undefined },
): Promise<{ job_id: string; file_id: string; fileName: string }> {
  const { graph } = ctx;
  if (kind === 'chat' && !chat_id)
    throw new AvaError('bad_request', { detail: 'A chat message needs the id of its chat.' });
  await checkExtractions(ctx, person);
  const mail =
    kind === 'mail' ? await graph.getMail(person, id) : toMail(await graph.getChatMessage(person, chat_id!, id));
  const bytes = Buffer.from(mail.mime);
  const room = await findUploadRoom(ctx, person, bytes.length);
  const stored = await putFileBytes(ctx, person, Readable.from([bytes]), room);
  const name = `${toSafeName(mail.subject || 'Message')}.eml`;
  const job = await startExtraction(ctx, person, { ...stored, name, claimedType: 'message/rfc822' });
  return { ...job, fileName: name };
}

/** Writes a chat message as a mail, so that the same reader turns its HTML into text, in the child process. */
export function toMail({ sender, sentOn, subject, body }: ChatMessageContent): { subject: string; mime: string } {
  const day = new Date(sentOn);
  const date = Number.isNaN(day.getTime()) ? null : day;
  const title = subject || `Chat message from ${sender}${date ? ` ${formatDay(date)}` : ''}`;
  const lines = [
    `From: ${encodeHeader(sender)} <teams@chat.invalid>`,
    ...(date ? [`Date: ${date.toUTCString()}`] : []),
    `Subject: ${encodeHeader(title)}`,
    'MIME-Version: 1.0',
    `Content-Type: text/${body.type === 'html' ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(body.content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ];
  return { subject: title, mime: lines.join('\r\n') };
}

/** The day of a time in UTC, such as `Nov 20, 2026`; empty for an invalid date. */
export function formatDay(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleDateString(DATE_LOCALE, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** Replaces what a file name cannot contain. */
export function toSafeName(text: string): string {
  const name = text.slice(0, 1_000).replace(/[\p{Cc}\\/:*?"<>|]/gu, ' ');
  return name.replace(/ {2,}/g, ' ').trim().slice(0, MAX_NAME).trim() || 'Untitled';
}

/** Writes text as an encoded word (RFC 2047), so that a name can neither end a header nor add one. */
function encodeHeader(text: string): string {
  return `=?utf-8?B?${Buffer.from(text.slice(0, 200)).toString('base64')}?=`;
}
