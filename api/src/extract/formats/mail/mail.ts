import { locationLabel, type TextPart } from '#contract/files/locations.ts';
import { truncate } from '#contract/text/text.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import { MAX_HEADING_CHARACTERS } from '#api/extract/limits.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';
import { readHtml } from './html.ts';
import { readInvitations } from './invitation.ts';

interface MailAttachment {
  /** Empty for an attachment without a name, such as some pictures within the text. */
  name: string;
  /** Null if the program that saved the message left it out. */
  content: Buffer | null;
}

/** A message, whatever its file format. */
export interface Mail {
  from: string;
  to: string;
  cc: string;
  /** The date as the file writes it, or in ISO 8601. */
  date: string;
  subject: string;
  text: string;
  /** Used if there is no plain text. */
  html: string;
  attachments: MailAttachment[];
  /** Calendar files. */
  calendars: string[];
  /** Attached messages. */
  messages: Mail[];
  isEncrypted: boolean;
}

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** A plain text of up to this number of characters can be a stub. */
const MAX_STUB = 300;
/** How deep attached messages within each other are read. */
const MAX_DEPTH = 5;

/** Maximum number of attachments that are read of one message. The others are counted as unread. */
const MAX_ATTACHMENTS = 30;
const UNNAMED = 'Attachment';
const MESSAGE_NAME = /\.(?:eml|msg)$/i;

/**
 * Reads an e-mail (EML, or MSG of Outlook): its header, its text, its invitations and its attached messages as the first part,
 * then the documents that are attached, each under its name.
 */
export async function* readMail(bytes: Buffer, context: FormatContext): AsyncGenerator<TextPart, Summary> {
  const mail = await parseMail(bytes, MAX_DEPTH);
  if (mail.isEncrypted) throw new ExtractionError('locked', { reason: 'The message is encrypted.' });
  const text = tidyText(formatMail(mail));
  const attached = await readAttachments(mail, context);
  context.unread.add('encryptedMessage', countEncrypted(mail));
  if (text) yield { location: attached.length > 0 ? { kind: 'section', path: [] } : { kind: 'whole' }, text };
  yield* attached;
  return { pages: null };
}

async function parseMail(bytes: Buffer, depth: number): Promise<Mail> {
  const mail = bytes.subarray(0, COMPOUND.length).equals(COMPOUND)
    ? await (await import('./msg.ts')).parseMsg(bytes, depth)
    : await (await import('./eml.ts')).parseEml(bytes, depth);
  return depth > 0 ? openMessages(mail, depth - 1) : mail;
}

/** Reads the messages among the attachments: programs attach saved messages as files. A damaged one stays an attachment. */
async function openMessages(mail: Mail, depth: number): Promise<Mail> {
  const attachments: MailAttachment[] = [];
  const messages = await Promise.all(mail.messages.map((message) => openMessages(message, depth)));
  for (const file of mail.attachments.slice(0, MAX_ATTACHMENTS)) {
    const isMessage = file.content !== null && file.content.length > 0 && MESSAGE_NAME.test(file.name);
    const message = isMessage ? await parseMail(file.content!, depth).catch(() => null) : null;
    if (message) messages.push(message);
    else attachments.push(file);
  }
  return { ...mail, attachments: [...attachments, ...mail.attachments.slice(MAX_ATTACHMENTS)], messages };
}

async function readAttachments(mail: Mail, { readInner, unread }: FormatContext): Promise<TextPart[]> {
  const attached: TextPart[] = [];
  const all = listAttachments(mail);
  unread.add('attachment', all.length - MAX_ATTACHMENTS);
  for (const { name, content } of all.slice(0, MAX_ATTACHMENTS)) {
    const title = truncate(tidyText(name), MAX_HEADING_CHARACTERS) || UNNAMED;
    if (!content || !readInner) unread.add('attachment');
    const parts = content && readInner ? await readInner(content, name) : [];
    for (const { location, text } of parts) {
      const place = location.kind === 'whole' ? [] : [locationLabel(location)];
      attached.push({ location: { kind: 'section', path: [title, ...place] }, text });
    }
  }
  return attached;
}

/** The attachments of a message and of the messages attached to it. */
function listAttachments({ attachments, messages, isEncrypted }: Mail): MailAttachment[] {
  return isEncrypted ? [] : [...attachments, ...messages.flatMap(listAttachments)];
}

function countEncrypted({ messages, isEncrypted }: Mail): number {
  return isEncrypted ? 1 : messages.reduce((sum, message) => sum + countEncrypted(message), 0);
}

/** Some programs write a stub of plain text beside the message itself: “This message needs an HTML viewer”. */
function chooseBody(text: string, shown: string): string {
  const isStub = text.trim().length < MAX_STUB && text.trim().length * 4 < shown.trim().length;
  return isStub ? shown : text;
}

function formatMail(mail: Mail): string {
  const header = [
    ['From', mail.from],
    ['To', mail.to],
    ['Cc', mail.cc],
    ['Date', mail.date],
    ['Subject', mail.subject],
    [
      'Attachments',
      mail.attachments
        .map(({ name }) => name)
        .filter(Boolean)
        .join(', '),
    ],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`);
  const body = chooseBody(mail.text, readHtml(mail.html));
  const messages = mail.messages.map((message) =>
    message.isEncrypted ? 'Attached message: encrypted' : `Attached message:\n${formatMail(message)}`,
  );
  return [header.join('\n'), body, ...mail.calendars.map(readInvitations), ...messages].join('\n\n');
}
