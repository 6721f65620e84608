import { createRequire } from 'node:module';
import type { FieldsData } from '@kenjiuno/msgreader';
import { ExtractionError } from '../../errors.ts';
import { decodeHtml, encodingOfCodePage } from './charsets.ts';
import type { Mail } from './mail.ts';

// The package is CommonJS with its class in `default`.
const { default: MsgReader } = createRequire(import.meta.url)(
  '@kenjiuno/msgreader',
) as typeof import('@kenjiuno/msgreader');

/** Names of the only attachment of an encrypted message, and of one that rights management protects. */
const ENCRYPTED = /^(?:smime\.p7m|message\.rpmsg)$/i;

/** Parses a message that Outlook saved (MS-OXMSG). */
export function parseMsg(bytes: Buffer): Mail {
  const { messageCodepage, internetCodepage } = readFields(bytes, undefined);
  return toMail(readFields(bytes, messageCodepage ?? internetCodepage));
}

function toMail(data: FieldsData): Mail {
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
    text: data.body ?? '',
    html:
      data.bodyHtml ?? (data.html ? decodeHtml(Buffer.from(data.html), encodingOfCodePage(data.internetCodepage)) : ''),
    attachments: attachments.flatMap(({ fileName, name, innerMsgContentFields }) =>
      innerMsgContentFields ? [] : (fileName ?? name ?? []),
    ),
    calendars: [],
    messages: attachments.flatMap(({ innerMsgContentFields }) =>
      innerMsgContentFields ? toMail(innerMsgContentFields) : [],
    ),
    isEncrypted: attachments.some(({ fileName, name }) => ENCRYPTED.test(fileName ?? name ?? '')),
  };
}

/** Reads texts that are not in Unicode in a code page, which the message itself names. */
function readFields(bytes: Buffer, codePage: number | undefined): FieldsData {
  const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  reader.parserConfig = { ansiEncoding: encodingOfCodePage(codePage) };
  const data = reader.getFileData();
  if (data.error) throw new ExtractionError('broken', { cause: data.error });
  return data;
}

function formatAddress(name = '', address = ''): string {
  if (name === '' || address === '') return name || address;
  return `${name} <${address}>`;
}
