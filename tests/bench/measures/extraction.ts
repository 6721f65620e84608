import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import mammoth from 'mammoth';
import { makeDocx } from '#sandbox/documents/docx.ts';
import { makePdf, makeScannedPdf } from '#sandbox/documents/pdf.ts';
import { makePptx } from '#sandbox/documents/pptx.ts';
import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeEnglish } from '#tests/bench/data/randomText.ts';
import { checkCount, measureBestMs, readWithAva } from '#tests/bench/data/readFile.ts';
import type { Figure, Measure } from '#tests/bench/figures.ts';

const xlsx = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx');
const ROWS_PER_PART = 50;

/** A file that AVA reads, and the same work with only the library, in this process with the bytes in memory. */
interface Sample {
  /** File name on screen and for AVA. */
  name: string;
  bytes: Uint8Array;
  /** Pages, slides, sections, or blocks of rows: parts of AVA's text. */
  parts: number;
  peer: { name: string; read: () => Promise<void> } | null;
}

/**
 * Pages per second of each format, from the first byte of the upload to the text with its locations: storage, queue,
 * extraction in a child process, token count.
 */
export const extraction: Measure = async ({ quick }) => {
  const samples = quick
    ? [await makePdfSample(30), await makeDocxSample(10), makePptxSample(10), makeXlsxSample(100), await makeScan(1)]
    : [
        await makePdfSample(100),
        await makePdfSample(300),
        await makeDocxSample(100),
        makePptxSample(100),
        makeXlsxSample(5_000),
        await makeScan(8),
      ];
  const app = await startApp({ process: 'own' });
  try {
    const figures: Figure[] = [];
    for (const sample of samples) figures.push(...(await measureSample(app, sample)));
    return figures;
  } finally {
    await app.close();
  }
};

async function measureSample(app: TestApp, { name, bytes, parts, peer }: Sample): Promise<Figure[]> {
  const readOwn = async () => checkCount((await readWithAva(app, bytes, name)).parts.length, parts, `parts of ${name}`);
  const { own, library } = await measureBestMs({ own: readOwn, library: peer?.read ?? (async () => undefined) });
  const size = `${name}, ${Math.round(bytes.length / 1_024)} KB`;
  const compare = (value: number) => (peer ? { peer: { name: peer.name, value } } : {});
  return [
    { name: `${size}: until ready`, value: own / 1_000, unit: 's', ...compare(library / 1_000) },
    { name: `${size}: parts`, value: parts / (own / 1_000), unit: 'pages/s', ...compare(parts / (library / 1_000)) },
  ];
}

async function makePdfSample(pages: number): Promise<Sample> {
  const bytes = await makePdf(Array.from({ length: pages }, (_, page) => makePage(page)));
  const name = `${pages} pages.pdf`;
  return { name, bytes, parts: pages, peer: { name: 'pdf.js in process', read: () => readWithPdfJs(bytes, pages) } };
}

async function makeDocxSample(sections: number): Promise<Sample> {
  const bytes = await makeDocx(
    Array.from({ length: sections }, (_, page) => {
      const [heading = '', ...paragraphs] = makePage(page);
      return { heading, paragraphs };
    }),
  );
  const read = async () => {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
    checkCount(value.split('<h1>').length - 1, sections, 'sections');
  };
  return { name: `${sections} sections.docx`, bytes, parts: sections, peer: { name: 'mammoth in process', read } };
}

function makePptxSample(slides: number): Sample {
  const bytes = makePptx(
    Array.from({ length: slides }, (_, page) => {
      const [title = '', ...bullets] = makePage(page);
      return { title, bullets };
    }),
  );
  return { name: `${slides} slides.pptx`, bytes, parts: slides, peer: null };
}

function makeXlsxSample(rows: number): Sample {
  const table = Array.from({ length: rows }, (_, row) => [row, makeEnglish(60, row), row * 1.5, makeEnglish(30, -row)]);
  const bytes = makeWorkbook([{ name: 'Orders', rows: table }]);
  const read = async () => {
    const workbook = xlsx.read(bytes, { type: 'buffer', dense: true });
    const csv = xlsx.utils.sheet_to_csv(workbook.Sheets['Orders']!, { blankrows: false });
    if (csv.length < rows * 60) throw new Error('The workbook was not read.');
  };
  return {
    name: `${rows} rows.xlsx`,
    bytes,
    parts: Math.ceil(rows / ROWS_PER_PART),
    peer: { name: 'xlsx in process', read },
  };
}

/** Each page has ten lines, which OCR reads. */
async function makeScan(pages: number): Promise<Sample> {
  const makeLines = (page: number) => Array.from({ length: 10 }, (_, line) => makeLine(page * 10 + line));
  const bytes = await makeScannedPdf(Array.from({ length: pages }, (_, page) => makeLines(page)));
  return { name: `${pages} scanned pages.pdf`, bytes, parts: pages, peer: null };
}

const makeLine = (seed: number) => makeEnglish(40, seed).replace(/\n+/g, ' ');

/** About 2,500 characters, like a page of prose. */
function makePage(page: number): string[] {
  const makeParagraph = (seed: number) => makeEnglish(830, page * 10 + seed).replace(/\n+/g, ' ');
  return [`Page ${page + 1}`, makeParagraph(1), makeParagraph(2), makeParagraph(3)];
}

async function readWithPdfJs(pdf: Uint8Array, pages: number): Promise<void> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const standardFontDataUrl = join(packageFolder, 'standard_fonts') + sep;
  const document = await getDocument({ data: pdf.slice(), standardFontDataUrl, verbosity: 0 }).promise;
  let read = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join('');
    if (text.includes('Page')) read += 1;
    page.cleanup();
  }
  await document.loadingTask.destroy();
  checkCount(read, pages, 'pages');
}
