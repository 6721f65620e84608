import iconv from 'iconv-lite';
import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';

interface Message {
  from: { name: string; address: string };
  to: { name: string; address: string }[];
  subject: string;
  text?: string;
  html?: string;
  attachments?: string[];
  /** The Windows code page of the text of an MSG file; without it, the text is in Unicode. */
  codePage?: number;
  /** Of an MSG: the signed message with its signature, as MIME. Outlook saves it as the only attachment. */
  signed?: string;
}

/** Entry types of a compound file (MS-CFB 2.6.1). */
const ROOT = 5;
const DIRECTORY = 1;
const DOCUMENT = 2;

/** Property ids of MS-OXPROPS; `001F` is text in UTF-16, `0102` are bytes. */
const tags = {
  subject: '0037001F',
  senderName: '0C1A001F',
  senderAddress: '5D01001F',
  text: '1000001F',
  html: '10130102',
  name: '3001001F',
  address: '39FE001F',
  fileName: '3707001F',
  mimeType: '370E001F',
} as const;

const TEXT_IN_CODE_PAGE = '1000001E';
const MESSAGE_CODE_PAGE = 0x3ffd0003;

/** Makes a message in the format of RFC 5322, with base64 and an encoded subject. */
export function makeEml({ from, to, subject, text, html, attachments = [] }: Message): Uint8Array {
  const base64 = (content: string) => Buffer.from(content).toString('base64');
  const address = (person: { name: string; address: string }) =>
    `=?utf-8?B?${base64(person.name)}?= <${person.address}>`;
  const part = (type: string, content: string, more = '') =>
    `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n${base64(content)}\r\n`;
  return Buffer.from(
    [
      `From: ${address(from)}`,
      `To: ${to.map(address).join(', ')}`,
      `Subject: =?utf-8?B?${base64(subject)}?=`,
      'Date: Mon, 05 Jan 2026 09:30:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      text === undefined ? '' : part('text/plain; charset=utf-8', text),
      html === undefined ? '' : part('text/html; charset=utf-8', html),
      ...attachments.map((name) =>
        part('application/pdf', 'bytes', `Content-Disposition: attachment; filename="${name}"\r\n`),
      ),
      '--b--\r\n',
    ].join('\r\n'),
  );
}

/** Makes a message as Outlook saves it (MS-OXMSG). */
export function makeMsg({ from, to, subject, text, html, attachments = [], codePage, signed }: Message): Uint8Array {
  const entries: Entry[] = [{ name: 'Root Entry', type: ROOT, length: 0, children: [] }];
  const add = (parent: number, entry: Entry): number => {
    const index = entries.push(entry) - 1;
    entries[parent]!.children!.push(index);
    return index;
  };
  const addStream = (parent: number, name: string, bytes: Buffer) =>
    add(parent, { name, type: DOCUMENT, length: bytes.length, binaryProvider: () => [...bytes] });
  const addProperties = (parent: number, values: Partial<Record<keyof typeof tags, string>>) => {
    // Of the fixed properties, readers of a message need only the code page, but the stream has to exist.
    const fixed = parent === 0 && codePage !== undefined ? [makeNumber(MESSAGE_CODE_PAGE, codePage)] : [];
    addStream(parent, '__properties_version1.0', Buffer.concat([Buffer.alloc(parent === 0 ? 32 : 8), ...fixed]));
    for (const [key, value] of Object.entries(values)) {
      const tag = tags[key as keyof typeof tags];
      const bytes = Buffer.from(value, tag.endsWith('001F') ? 'utf16le' : 'utf8');
      addStream(parent, `__substg1.0_${tag}`, bytes);
    }
  };
  const addFolder = (name: string) => add(0, { name, type: DIRECTORY, length: 0, children: [] });
  addProperties(0, {
    subject,
    senderName: from.name,
    senderAddress: from.address,
    ...(text !== undefined && codePage === undefined && { text }),
    ...(html !== undefined && { html }),
  });
  if (text !== undefined && codePage !== undefined)
    addStream(0, `__substg1.0_${TEXT_IN_CODE_PAGE}`, iconv.encode(text, `cp${codePage}`));
  for (const [index, { name, address }] of to.entries())
    addProperties(addFolder(`__recip_version1.0_#0000000${index}`), { name, address });
  for (const [index, fileName] of attachments.entries())
    addProperties(addFolder(`__attach_version1.0_#0000000${index}`), { fileName });
  if (signed !== undefined) {
    const folder = addFolder('__attach_version1.0_#00000000');
    addProperties(folder, { fileName: 'smime.p7m', mimeType: 'multipart/signed' });
    addStream(folder, '__substg1.0_37010102', Buffer.from(signed));
  }
  return burn(entries);
}

/** A property whose value is a number (MS-OXMSG 2.4.2.1): tag, flags for reading and writing, value. */
function makeNumber(tag: number, value: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(tag, 0);
  bytes.writeUInt32LE(6, 4);
  bytes.writeUInt32LE(value, 8);
  return bytes;
}
