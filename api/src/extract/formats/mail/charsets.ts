import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { detectEncoding } from '#api/extract/formats/plainText.ts';

const NEEDED = /[\x80-\xff]/;
const CONTENT_TYPE = /^content-type:[ \t]*text\/(plain|html)\b[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;
const CHARSET = /charset\s*=\s*["']?([\w.:-]+)["']?/i;
/** Texts of a message whose charset is checked, and characters of each. */
const MAX_TEXTS = 500;
const SAMPLE = 128 * 1024;
const TRANSFER = /^content-transfer-encoding:[ \t]*([\w-]+)/im;
/** A word of a header in the encoding of RFC 2047; some programs leave bytes in it as they are. */
const ENCODED_WORD = /=\?[\w.*-]{1,60}\?q\?[^?\r\n]{0,400}\?=/gi;
const META = /<meta\b[^>]{0,400}charset\s*=\s*["']?([\w.:-]+)/i;
/** Where HTML declares its charset (HTML Living Standard, 13.2.3.2, which looks at 1,024 bytes; mails have longer heads). */
const META_BYTES = 8_192;

/** Windows code pages (MS-UCODEREF 2.2.1) whose encodings have another name than `cp` and the number. */
const codePages: Readonly<Record<number, string>> = {
  20866: 'koi8-r',
  21866: 'koi8-u',
  51932: 'euc-jp',
  51936: 'gb2312',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};
/** The code pages of ISO 8859-1 to 16 follow each other. */
const ISO_8859 = 28_590;
const WESTERN = 'cp1252';

export function encodingOfCodePage(codePage: number | undefined): string {
  if (codePage === undefined) return WESTERN;
  const iso = codePage - ISO_8859;
  const name = codePages[codePage] ?? (iso > 0 && iso <= 16 ? `iso-8859-${iso}` : `cp${codePage}`);
  return iconv.encodingExists(name) ? name : WESTERN;
}

/**
 * Decodes HTML as UTF-8 if it is valid UTF-8; otherwise in the charset that it declares, else in `declared`, else in the
 * one that its bytes suggest.
 */
export function decodeHtml(bytes: Buffer, declared?: string): string {
  return iconv.decode(bytes, findHtmlEncoding(bytes) ?? declared ?? detectEncoding(bytes) ?? WESTERN);
}

function findHtmlEncoding(bytes: Buffer): string | null {
  if (isUtf8(bytes)) return 'utf-8';
  const name = META.exec(bytes.toString('latin1', 0, META_BYTES))?.[1];
  return name !== undefined && iconv.encodingExists(name) ? name : null;
}

/**
 * Declares the charsets that a message in the format of RFC 5322 does not declare or declares wrongly, as its bytes suggest, so
 * that its parser can read it: of texts, and of headers with bytes beyond ASCII. UTF-7, which parsers have given up, becomes
 * UTF-8. A message that was saved in UTF-16 does as well.
 */
export function declareCharsets(message: Buffer): Buffer {
  const wide = message.includes(0) ? detectEncoding(message) : null;
  if (wide?.startsWith('utf-16')) return declareCharsets(Buffer.from(iconv.decode(message, wide)));
  const text = message.toString('latin1');
  const headers = [...text.matchAll(CONTENT_TYPE)].slice(0, MAX_TEXTS);
  const declared = headers
    .flatMap(([header]) => CHARSET.exec(header)?.[1] ?? [])
    .find((name) => iconv.encodingExists(name) && !/^(us-ascii|utf-)/i.test(name));
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: header, 1: kind, index } of headers) {
    // A header within a text that was already replaced.
    if (index < done) continue;
    const end = index + header.length;
    const charset = CHARSET.exec(header)?.[1];
    const body = findBody(text, end);
    if (charset !== undefined && /utf-7$/i.test(charset)) {
      const utf8 = Buffer.from(iconv.decode(Buffer.from(body.text, 'latin1'), 'utf-7')).toString('latin1');
      pieces.push(text.slice(done, index), header.replace(CHARSET, 'charset=utf-8'), text.slice(end, body.start), utf8);
      done = body.start + body.text.length;
      continue;
    }
    const bytes = trim(decodeTransfer(body.text.slice(0, SAMPLE), findFields(text, index, body.start)));
    if (!NEEDED.test(bytes.toString('latin1')) || (charset !== undefined && isPlausible(charset, bytes))) continue;
    const own = kind?.toLowerCase() === 'html' || isUtf8(bytes) ? findHtmlEncoding(bytes) : null;
    const found = own ?? declared ?? detectEncoding(bytes) ?? WESTERN;
    const repaired =
      charset === undefined ? `${header}; charset="${found}"` : header.replace(CHARSET, `charset=${found}`);
    pieces.push(text.slice(done, index), repaired);
    done = end;
  }
  return repairHeaders(`${pieces.join('')}${text.slice(done)}`, declared);
}

/**
 * Whether a charset can be the right one for bytes beyond ASCII. ASCII and an unknown charset can't, nor can UTF-8 if
 * the bytes are not valid UTF-8.
 */
function isPlausible(charset: string, bytes: Buffer): boolean {
  if (/^(us-)?ascii$/i.test(charset) || !iconv.encodingExists(charset)) return false;
  return !/^utf-?8$/i.test(charset) || isUtf8(bytes);
}

/** A sample without the start of a letter at its end. */
function trim(bytes: Buffer): Buffer {
  const ends = [0, 1, 2, 3].map((count) => bytes.subarray(0, Math.max(0, bytes.length - count)));
  return (bytes.length > SAMPLE / 2 && ends.find((each) => isUtf8(each))) || bytes;
}

/** The header of the part that a field is in, up to its body. */
function findFields(text: string, index: number, end: number): string {
  const start = Math.max(...['\n\n', '\n\r\n', '\n--'].map((mark) => text.lastIndexOf(mark, index)));
  return text.slice(Math.max(0, start), end);
}

function decodeTransfer(body: string, fields: string): Buffer {
  const encoding = TRANSFER.exec(fields)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  return Buffer.from(
    body
      .replace(/=\r?\n/g, '')
      .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** The body below a header, up to the next boundary. */
function findBody(text: string, from: number): { start: number; text: string } {
  const blank = /\r?\n\r?\n/g;
  blank.lastIndex = from;
  if (!blank.exec(text)) return { start: text.length, text: '' };
  const start = blank.lastIndex;
  const boundary = text.indexOf('\n--', start);
  return { start, text: text.slice(start, boundary < 0 ? undefined : boundary) };
}

/** The header of a message has the charset that its text declares, or the one it looks like. */
function repairHeaders(text: string, declared: string | undefined): Buffer {
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const header = Buffer.from(text.slice(0, end).replace(ENCODED_WORD, escapeBytes), 'latin1');
  const rest = Buffer.from(text.slice(end), 'latin1');
  if (isUtf8(header)) return Buffer.concat([header, rest]);
  const encoding = declared ?? detectEncoding(Buffer.from(text, 'latin1')) ?? WESTERN;
  return Buffer.concat([Buffer.from(iconv.decode(header, encoding)), rest]);
}

const escapeBytes = (word: string) =>
  word.replace(/[\x80-\xff]/g, (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase()}`);
