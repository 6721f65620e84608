import { randomBytes } from 'node:crypto';
import type { ParsedDocument } from '#api/exports/document.ts';
import type { EmailImage } from './emailImages.ts';
import { writeText } from '#api/exports/text/writeText.ts';
import { escapeHtml } from './html.ts';
import { renderEmail } from './renderEmail.ts';

/** A text file starts with a byte order mark, a part of a mail does not. */
const BYTE_ORDER_MARK_BYTES = 3;
/** RFC 5322 allows 998 characters a line and recommends 78; base64 lines have 76. */
const BASE64_LINE = /.{1,76}/g;
/** Bytes of a subject in one encoded word, which has at most 75 characters. */
const WORD_BYTES = 42;

/** Writes a document as an unsent mail, which Outlook opens for editing. */
export async function writeEml(document: ParsedDocument): Promise<Uint8Array> {
  const { html, images, language } = await renderEmail(document);
  const head = `<head><meta charset="utf-8"><title>${escapeHtml(document.title)}</title></head>`;
  const page = `<!doctype html><html lang="${language}">${head}<body>${html}</body></html>`;
  const text = (await writeText(document)).subarray(BYTE_ORDER_MARK_BYTES);
  const formatted = toPart(['Content-Type: text/html; charset=utf-8'], Buffer.from(page));
  const withImages = () => [formatted, ...images.map((image) => toPart(toImageHeaders(image), image.bytes))];
  const lines = [
    // Outlook opens a mail with this header as a draft.
    'X-Unsent: 1',
    `Subject: ${encodeHeader(document.title)}`,
    'MIME-Version: 1.0',
    // The last alternative is the one that the writer prefers (RFC 2046, 5.1.4).
    joinParts('multipart/alternative', [
      toPart(['Content-Type: text/plain; charset=utf-8'], text),
      images.length === 0 ? formatted : joinParts('multipart/related; type="text/html"', withImages()),
    ]),
  ];
  return Buffer.from(lines.join('\r\n'));
}

function joinParts(type: string, parts: readonly string[]): string {
  const boundary = `ava-${randomBytes(12).toString('hex')}`;
  const lines = parts.flatMap((part) => [`--${boundary}`, part]);
  return [`Content-Type: ${type}; boundary="${boundary}"`, '', ...lines, `--${boundary}--`, ''].join('\r\n');
}

function toImageHeaders({ name, contentType, contentId }: EmailImage): string[] {
  return [
    `Content-Type: ${contentType}; name="${name}"`,
    `Content-ID: <${contentId}>`,
    `Content-Disposition: inline; filename="${name}"`,
  ];
}

function toPart(headers: readonly string[], bytes: Uint8Array): string {
  const lines = Buffer.from(bytes).toString('base64').match(BASE64_LINE) ?? [];
  return [...headers, 'Content-Transfer-Encoding: base64', '', ...lines, ''].join('\r\n');
}

/** Encoded words of RFC 2047, so that a title can neither break a header nor add one. */
function encodeHeader(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  if (word !== '') words.push(word);
  return words.map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}
