import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { declareCharsets } from './charsets.ts';
import type { Mail } from './mail.ts';

/** S/MIME (RFC 8551), PGP (RFC 3156), and messages that rights management protects. */
const ENCRYPTED = /^(?:multipart\/encrypted\b|application\/(?:x-)?pkcs7-mime\b(?!.*signed-data))/i;
const PROTECTED = 'application/x-microsoft-rpmsg-message';
/** A signature has no text: it is not an attachment for people. */
const SIGNATURE = /^application\/(?:(?:x-)?pkcs7-signature|pgp-signature)$/i;
/** The message in another form; its text is in other parts as well. */
const COPY = 'text/x-amp-html';
const MAX_DATE_CHARACTERS = 100;
/** `global` is a message whose headers are in UTF-8 (RFC 6532). */
const MESSAGE = /^message\/(?:rfc822|global)$/;
const CALENDAR = /^text\/calendar$/;

/**
 * Parses a message in the format of RFC 5322 with MIME.
 * @param depth attached messages that are parsed within each other
 */
export async function parseEml(bytes: Buffer, depth: number): Promise<Mail> {
  const mail = await PostalMime.parse(declareCharsets(bytes), { forceRfc822Attachments: true });
  const ofType = (type: RegExp) => mail.attachments.filter(({ mimeType }) => type.test(mimeType));
  const isRead = ({ mimeType }: Attachment) => (MESSAGE.test(mimeType) && depth > 0) || CALENDAR.test(mimeType);
  return {
    from: mail.from ? formatAddress(mail.from) : '',
    to: (mail.to ?? []).map(formatAddress).join(', '),
    cc: (mail.cc ?? []).map(formatAddress).join(', '),
    date: findDate(mail),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments
      .filter((file) => !isRead(file) && !SIGNATURE.test(file.mimeType) && file.mimeType !== COPY)
      .map((file) => ({ name: file.filename ?? '', content: toBuffer(file) })),
    calendars: ofType(CALENDAR).map((file) => toBuffer(file).toString('utf8')),
    messages: depth > 0 ? await Promise.all(ofType(MESSAGE).map((file) => parseEml(toBuffer(file), depth - 1))) : [],
    isEncrypted: isEncrypted(mail),
  };
}

/** The date with the zone in which it was written; the parser turns it into universal time. */
function findDate({ headers, date = '' }: Email): string {
  const written = headers.find(({ key }) => key === 'date')?.value ?? '';
  return written.replace(/\s+/g, ' ').trim().slice(0, MAX_DATE_CHARACTERS) || date;
}

function isEncrypted({ headers, attachments }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  return ENCRYPTED.test(type) || attachments.some(({ mimeType }) => mimeType === PROTECTED);
}

function toBuffer({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}

function formatAddress(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(formatAddress).join(', ')}`;
  return address.name ? `${address.name} <${address.address}>` : address.address;
}
