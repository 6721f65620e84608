import { createRequire } from 'node:module';
import type { FieldsData } from '@kenjiuno/msgreader';
import { ExtractionError } from '../../errors.ts';
import type { Mail } from './mail.ts';

// The package is CommonJS with its class in `default`.
const { default: MsgReader } = createRequire(import.meta.url)(
  '@kenjiuno/msgreader',
) as typeof import('@kenjiuno/msgreader');

/** Parses a message that Outlook saved (MS-OXMSG). */
export function parseMsg(bytes: Buffer): Mail {
  const data = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)).getFileData();
  if (data.error) throw new ExtractionError('broken', { cause: data.error });
  const recipients = data.recipients ?? [];
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
    html: data.bodyHtml ?? (data.html ? Buffer.from(data.html).toString('utf8') : ''),
    attachments: (data.attachments ?? []).flatMap(({ fileName, name }) => fileName ?? name ?? []),
  };
}

function formatAddress(name = '', address = ''): string {
  if (name === '' || address === '') return name || address;
  return `${name} <${address}>`;
}
