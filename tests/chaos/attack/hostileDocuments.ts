import { randomBytes } from 'node:crypto';
import { assemblePdf } from '#sandbox/documents/rawPdf.ts';
import { documentXml, makeDocxWith, makePdfBomb, makeZip, paragraphXml } from '#tests/harness/hostile/hostileFiles.ts';
import { makePptx } from '#sandbox/documents/pptx.ts';

const MB = 1_048_576;

/** A small file that takes a naive reader much time or memory. */
export interface HostileDocument {
  name: string;
  bytes: Uint8Array;
}

const makers: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'long heading above 30,000 sections.docx': () =>
    makeDocxOf([headingXml(1, 'h'.repeat(200_000)), ...makeSections(30_000)].join('')),
  'heading of 600 KB.docx': () => makeDocxOf(headingXml(1, 'Heading '.repeat(75_000)) + paragraphXml('Tea.')),
  'three million spaces.docx': () => makeDocxOf(paragraphXml(`tea${' '.repeat(3_000_000)}cake`)),
  'deeply nested.docx': () =>
    makeDocxOf('<w:sdt><w:sdtContent>'.repeat(20_000) + '</w:sdtContent></w:sdt>'.repeat(20_000)),
  'nested archives.docx': makeNestedArchives,
  'three thousand empty slides.pptx': () => makePptx(Array.from({ length: 3_000 }, () => ({ title: '' }))),
  'one slide of 2 MB.pptx': () => makePptx([{ title: '- '.repeat(MB) }]),
  'five thousand pages.pdf': () => makePdfOfPages(5_000),
  'inflating page.pdf': () => makePdfBomb(80 * MB),
  'three million spaces.txt': () => Buffer.from(`tea${' '.repeat(3_000_000)}cake`),
  'heading of 600 KB.md': () => Buffer.from(`# ${'Heading '.repeat(75_000)}\n\n${'## x\n\nTea.\n\n'.repeat(10_000)}`),
  'one line of marks.md': () => Buffer.from('**a_ `'.repeat(100_000)),
};

let documents: Promise<HostileDocument[]> | undefined;

/** Returns all documents. They are built once, because building takes longer than sending. */
export function getHostileDocuments(): Promise<HostileDocument[]> {
  documents ??= Promise.all(Object.entries(makers).map(async ([name, make]) => ({ name, bytes: await make() })));
  return documents;
}

let slowDocument: Promise<Uint8Array> | undefined;

/** A Word document of about 3 MB that takes seconds to read. */
export function getSlowDocument(): Promise<Uint8Array> {
  const makeClause = () => paragraphXml(randomBytes(36).toString('base64'));
  slowDocument ??= makeDocxOf(Array.from({ length: 76_000 }, makeClause).join(''));
  return slowDocument;
}

export const buildDocuments = () => Promise.all([getHostileDocuments(), getSlowDocument()]);

function makeDocxOf(body: string): Promise<Uint8Array> {
  return makeDocxWith({ 'word/document.xml': documentXml(body) });
}

function headingXml(level: number, text: string): string {
  return `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

function makeSections(count: number): string[] {
  return Array.from({ length: count }, (_, index) => headingXml(2, `S${index}`) + paragraphXml('Tea.'));
}

/** Makes a Word document with an embedded archive: nine levels of archives around files of 20 MB of zeros. */
function makeNestedArchives(): Promise<Uint8Array> {
  let inner = makeZip({ 'blanks.txt': new Uint8Array(20 * MB) });
  for (let level = 0; level < 8; level += 1) inner = makeZip(Object.fromEntries(makeCopies(level, inner)));
  return makeDocxWith({ 'word/embeddings/archive.zip': inner });
}

const makeCopies = (level: number, inner: Uint8Array): [string, Uint8Array][] =>
  Array.from({ length: level === 0 ? 4 : 2 }, (_, copy) => [`${level}-${copy}.zip`, inner]);

function makePdfOfPages(pages: number): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`).join(' ');
  const text = 'BT /F1 12 Tf 50 700 Td (Tea) Tj ET';
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R >>'),
    ],
    '/Root 1 0 R',
  );
}
