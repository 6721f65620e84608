import type { TextPart } from '../../../../contract/files/locations.ts';
import { cleanText } from '../cleanText.ts';
import { ExtractionError } from '../../errors.ts';
import type { FormatContext, Summary } from '../formats.ts';
import { readHtml } from './html.ts';
import { readInvitations } from './invitation.ts';

/** A message, whatever its file format. */
export interface Mail {
  from: string;
  to: string;
  cc: string;
  /** As in the file, or ISO 8601. */
  date: string;
  subject: string;
  text: string;
  /** Used if there is no plain text. */
  html: string;
  attachments: string[];
  /** Calendar files. */
  calendars: string[];
  /** Attached messages. */
  messages: Mail[];
  isEncrypted: boolean;
}

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Attached messages that are read within each other. */
const MAX_DEPTH = 5;

/**
 * Reads an e-mail (EML, or MSG of Outlook) as one part: its header, its text, its invitations, its attached messages and the
 * names of its other attachments, whose content is not read.
 */
export async function* readMail(bytes: Buffer, _context: FormatContext): AsyncGenerator<TextPart, Summary> {
  const mail = bytes.subarray(0, COMPOUND.length).equals(COMPOUND)
    ? (await import('./msg.ts')).parseMsg(bytes)
    : await (await import('./eml.ts')).parseEml(bytes, MAX_DEPTH);
  if (mail.isEncrypted) throw new ExtractionError('locked', { reason: 'The message is encrypted.' });
  const text = cleanText(formatMail(mail));
  if (text) yield { location: { kind: 'whole' }, text };
  return { pages: null };
}

function formatMail(mail: Mail): string {
  const header = [
    ['From', mail.from],
    ['To', mail.to],
    ['Cc', mail.cc],
    ['Date', mail.date],
    ['Subject', mail.subject],
    ['Attachments', mail.attachments.join(', ')],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`);
  const body = mail.text.trim() === '' ? readHtml(mail.html) : mail.text;
  const messages = mail.messages.map((message) =>
    message.isEncrypted ? 'Attached message: encrypted' : `Attached message:\n${formatMail(message)}`,
  );
  return [header.join('\n'), body, ...mail.calendars.map(readInvitations), ...messages].join('\n\n');
}
