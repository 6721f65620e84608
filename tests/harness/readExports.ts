import { fromHtml } from 'hast-util-from-html';
import { toText } from 'hast-util-to-text';
import PostalMime from 'postal-mime';
import { UnreadCounts } from '#contract/files/unread.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import { parseEmail } from '#api/exports/email/parseEmail.ts';
import { parseMarkdown } from '#api/exports/markdown/parseMarkdown.ts';
import { readDocx } from '#api/extract/formats/docx/docx.ts';
import { readPdf } from '#api/extract/formats/pdf/pdf.ts';
import { readPptx } from '#api/extract/formats/pptx/pptx.ts';
import type { ReadFormat } from '#api/extract/formats/format.ts';
import { defaultLimits } from '#api/extract/limits.ts';

/** The text of an exported file as AVA reads it when a person adds it to a chat. */
export const readers = {
  txt: async (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8'),
  docx: (bytes: Uint8Array) => read(readDocx, bytes),
  pdf: (bytes: Uint8Array) => read(readPdf, bytes),
  pptx: (bytes: Uint8Array) => read(readPptx, bytes),
  email: async (bytes: Uint8Array) => toText(fromHtml(parseEmail(bytes).html)),
  /** The plain text of a mail; `email` reads the formatted one. */
  eml: async (bytes: Uint8Array) => (await PostalMime.parse(bytes)).text ?? '',
  md: async (bytes: Uint8Array) => getText(parseMarkdown(Buffer.from(bytes).toString('utf8'))),
} as const;

async function read(format: ReadFormat, bytes: Uint8Array): Promise<string> {
  const texts: string[] = [];
  const context = {
    limits: defaultLimits,
    unread: new UnreadCounts(),
    onProgress: () => undefined,
  } as unknown as Parameters<ReadFormat>[1];
  for await (const { text } of format(Buffer.from(bytes), context)) texts.push(text);
  return texts.join('\n');
}
