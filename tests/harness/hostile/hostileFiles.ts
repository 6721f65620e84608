/** Makers of hostile files: decompression bombs, false sizes, random damage. */
import { deflateSync } from 'node:zlib';
import { strToU8, unzipSync, zipSync, type ZippableFile } from 'fflate';
import { assemblePdf } from '#sandbox/documents/rawPdf.ts';
import { createRandom } from '#sandbox/random.ts';
import { makeDocx } from '#sandbox/documents/docx.ts';

/** Smaller entries are not compressed, because compression would enlarge them and allocate memory for each one. */
const STORED_BYTES = 64;

/** Makes a zip archive of the files in this order. */
export function makeZip(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]): [string, ZippableFile] => {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    return [name, [bytes, { level: bytes.length < STORED_BYTES ? 0 : 1 }]];
  });
  return zipSync(Object.fromEntries(entries));
}

/** Makes a valid Word document with some parts replaced or added. */
export async function makeDocxWith(parts: Record<string, string | Uint8Array>): Promise<Uint8Array> {
  return makeZip({ ...unzipSync(await makeDocx([{ paragraphs: ['Ada wrote this.'] }])), ...parts });
}

/** The XML of a Word document's body. */
export function documentXml(body: string, prolog = ''): string {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return `<?xml version="1.0"?>${prolog}<w:document xmlns:w="${main}" xmlns:r="${relations}"><w:body>${body}</w:body></w:document>`;
}

export function paragraphXml(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** Makes a Word document with so many paragraphs that parsing it takes seconds. */
export function makeSlowDocx(paragraphs: number): Promise<Uint8Array> {
  const body = Array.from({ length: paragraphs }, (_, index) =>
    paragraphXml(`Clause ${index * 7919} of ${index ** 2}`),
  );
  return makeDocxWith({ 'word/document.xml': documentXml(body.join('')) });
}

/** Returns a copy of the archive that claims `claimed` bytes for its entry of `size` bytes. */
export function withFalseSize(archive: Uint8Array, size: number, claimed: number): Uint8Array {
  const copy = Buffer.from(archive);
  const [actual, replacement] = [Buffer.alloc(4), Buffer.alloc(4)];
  actual.writeUInt32LE(size);
  replacement.writeUInt32LE(claimed);
  for (let index = copy.indexOf(actual); index >= 0; index = copy.indexOf(actual, index + 4))
    replacement.copy(copy, index);
  return copy;
}

/** Makes a small PDF with one page that inflates to `bytes` of drawing instructions. */
export function makePdfBomb(bytes: number): Uint8Array {
  const stream = deflateSync(Buffer.alloc(bytes, '0 0 1 rg '), { level: 1 }).toString('latin1');
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>',
      `<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n${stream}\nendstream`,
    ],
    '/Root 1 0 R',
  );
}

/** Returns a copy with some bytes changed, a range removed or repeated, or the end cut off. */
export function damage(file: Uint8Array, seed: number): Uint8Array {
  const { below } = createRandom(seed);
  const bytes = Buffer.from(file);
  const [from, length] = [below(bytes.length), 1 + below(40)];
  if (seed % 4 === 0) return bytes.subarray(0, 8 + from);
  if (seed % 4 === 1) return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
  if (seed % 4 === 2) return Buffer.concat([bytes.subarray(0, from + length), bytes.subarray(from)]);
  for (let count = 1 + below(6); count > 0; count -= 1) bytes[below(bytes.length)] = below(256);
  return bytes;
}
