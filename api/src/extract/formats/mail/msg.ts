import { createRequire } from 'node:module';
import { decompressRTF } from '@kenjiuno/decompressrtf';
import type { FieldsData } from '@kenjiuno/msgreader';
import { ExtractionError } from '#api/extract/errors.ts';
import { decodeHtml, encodingOfCodePage } from './charsets.ts';
import { readRtf } from '#api/extract/formats/rtf.ts';
import { parseEml } from './eml.ts';
import type { Mail } from './mail.ts';

// The package is a CommonJS module whose class is in `default`.
const { default: MsgReader } = createRequire(import.meta.url)(
  '@kenjiuno/msgreader',
) as typeof import('@kenjiuno/msgreader');

/** Names of the only attachment of an encrypted message, and of one that rights management protects. */
const ENCRYPTED = /^(?:smime\.p7m|message\.rpmsg)$/i;

/** Outlook saves a signed message as one attachment: the message itself with its signature (MS-OXOSMIME 2.1.3.2). */
const SIGNED = 'multipart/signed';

/** A signature has no text: it is not an attachment for people. */
const SIGNATURE = /^smime\.p7s$/i;

/**
 * Parses a message that Outlook saved (MS-OXMSG).
 * @param depth attached messages that are parsed within each other
 */
export async function parseMsg(bytes: Buffer, depth: number): Promise<Mail> {
  const { messageCodepage, internetCodepage } = openMessage(bytes, undefined).data;
  const { data, reader } = openMessage(bytes, messageCodepage ?? internetCodepage);
  const read = (file: FieldsData) => readContent(() => reader.getAttachment(file).content);
  const signed = (data.attachments ?? []).find((file) => file.attachMimeTag === SIGNED);
  const content = signed ? read(signed) : null;
  if (!content) return toMail(data, read);
  const inner = await parseEml(content, depth);
  const mail = toMail({ ...data, attachments: [] }, read);
  const hasText = mail.text.trim() !== '' || mail.html !== '';
  const { attachments, calendars, messages } = inner;
  return { ...mail, ...(!hasText && { text: inner.text, html: inner.html }), attachments, calendars, messages };
}

/** @param read returns the content of an attachment, if the message has it */
function toMail(data: FieldsData, read: (file: FieldsData) => Buffer | null): Mail {
  const { recipients = [], attachments = [] } = data;
  const list = (type: FieldsData['recipType']) =>
    recipients
      .filter(({ recipType }) => (recipType ?? 'to') === type)
      .map((person) => formatAddress(person.name, person.smtpAddress ?? person.email))
      .join(', ');
  return {
    from: formatAddress(data.senderName, data.senderSmtpAddress ?? data.senderEmail),
    to: list('to'),
    cc: list('cc'),
    date: data.messageDeliveryTime ?? data.clientSubmitTime ?? '',
    subject: data.subject ?? '',
    text: data.body || readBodyOfRtf(data),
    html:
      data.bodyHtml ?? (data.html ? decodeHtml(Buffer.from(data.html), encodingOfCodePage(data.internetCodepage)) : ''),
    attachments: attachments.flatMap((file) => {
      const name = file.fileName ?? file.name ?? '';
      return file.innerMsgContentFields || SIGNATURE.test(name) ? [] : [{ name, content: read(file) }];
    }),
    calendars: [],
    messages: attachments.flatMap(({ innerMsgContentFields }) =>
      innerMsgContentFields ? toMail(innerMsgContentFields, read) : [],
    ),
    isEncrypted: attachments.some(({ fileName, name }) => ENCRYPTED.test(fileName ?? name ?? '')),
  };
}

/** Outlook can save a message with only a body of Rich Text Format. */
function readBodyOfRtf({ compressedRtf, bodyHtml, html }: FieldsData): string {
  if (!compressedRtf || bodyHtml || html) return '';
  // Its pictures are attachments of the message.
  return readRtf(Buffer.from(decompressRTF([...compressedRtf])), () => undefined);
}

/** Reads texts that are not in Unicode in a code page, which the message itself names. */
function openMessage(bytes: Buffer, codePage: number | undefined) {
  const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  reader.parserConfig = { ansiEncoding: encodingOfCodePage(codePage) };
  const data = reader.getFileData();
  if (data.error) throw new ExtractionError('broken', { cause: data.error });
  return { data, reader };
}

/** A damaged attachment does not keep the message from being read. */
function readContent(read: () => Uint8Array): Buffer | null {
  try {
    return Buffer.from(read());
  } catch {
    return null;
  }
}

function formatAddress(name = '', address = ''): string {
  if (name === '' || address === '') return name || address;
  return `${name} <${address}>`;
}
