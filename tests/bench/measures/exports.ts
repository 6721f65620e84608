import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import pdfmake from 'pdfmake';
import { faces, facePaths } from '#api/exports/pdf/fonts.ts';
import { writeDocument } from '#api/exports/writing/writeDocument.ts';
import { writeInChild } from '#api/exports/writing/writeInChild.ts';
import { makeEnglish } from '#tests/bench/data/randomText.ts';
import { measureBestMs } from '#tests/bench/data/readFile.ts';
import type { Figure, Measure } from '#tests/bench/figures.ts';

const CHARACTERS_PER_PARAGRAPH = 600;
const PARAGRAPHS_PER_PAGE = 3;

/** One page: a heading, paragraphs and a small table. */
interface Page {
  heading: string;
  paragraphs: string[];
  rows: string[][];
}

/** The time to make a document of 50 pages, compared with the bare library for the same text without Markdown. */
export const exports: Measure = async ({ quick }) => {
  const pages = Array.from({ length: quick ? 5 : 50 }, (_, number) => makePage(number));
  const figures: Figure[] = [];
  const formats = { docx: writeBareDocx, pdf: writeBarePdf } as const;
  for (const [format, writeBare] of Object.entries(formats) as [keyof typeof formats, typeof writeBareDocx][]) {
    const part = { heading: '', text: pages.map(toMarkdown).join('\n\n'), syntax: 'markdown' as const, citations: [] };
    const document = { title: 'Bench', parts: [part] };
    const [own, bare] = [() => writeDocument(document, format), () => writeBare(pages)];
    const times = await measureBestMs({
      own: async () => void (await own()),
      library: async () => void (await bare()),
    });
    const inChild = await measureBestMs({
      own: async () => void (await writeInChild(document, format)),
      library: async () => undefined,
    });
    const name = `${format} of ${pages.length} pages`;
    figures.push(
      {
        name: `${name}: in one process`,
        value: times.own,
        unit: 'ms',
        peer: { name: 'the library', value: times.library },
      },
      {
        name: `${name}: with its child process`,
        value: inChild.own,
        unit: 'ms',
        peer: { name: 'the library', value: times.library },
      },
      {
        name: `${name}: memory`,
        value: await measureMb(own),
        unit: 'MB',
        peer: { name: 'the library', value: await measureMb(bare) },
      },
    );
  }
  return figures;
};

/** Peak of heap and buffers during one call. */
async function measureMb(run: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const read = () => {
    const { heapUsed, external } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + external);
  };
  const timer = setInterval(read, 5);
  await run();
  read();
  clearInterval(timer);
  return peak / 1_048_576;
}

function makePage(number: number): Page {
  const text = (index: number) => makeEnglish(CHARACTERS_PER_PARAGRAPH, number * PARAGRAPHS_PER_PAGE + index);
  return {
    heading: `Section ${number + 1}`,
    paragraphs: Array.from({ length: PARAGRAPHS_PER_PAGE }, (_, index) => text(index)),
    rows: Array.from({ length: 4 }, (_, row) => [`Row ${row}`, `${row * number}`, 'Tea']),
  };
}

function toMarkdown({ heading, paragraphs, rows }: Page): string {
  const [header = [], ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
  return [`# ${heading}`, ...paragraphs, [header, '|---|---|---|', ...body].join('\n')].join('\n\n');
}

function writeBareDocx(pages: readonly Page[]): Promise<Uint8Array> {
  const toRow = (row: readonly string[]) =>
    new TableRow({ children: row.map((cell) => new TableCell({ children: [new Paragraph(cell)] })) });
  const children = pages.flatMap(({ heading, paragraphs, rows }) => [
    new Paragraph({ text: heading, heading: HeadingLevel.HEADING_1 }),
    ...paragraphs.map((paragraph) => new Paragraph(paragraph)),
    new Table({ rows: rows.map(toRow) }),
  ]);
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

function writeBarePdf(pages: readonly Page[]): Promise<Uint8Array> {
  pdfmake.setFonts(faces);
  pdfmake.setLocalAccessPolicy((path) => facePaths.has(path));
  const content = pages.flatMap(({ heading, paragraphs, rows }) => [
    { text: heading, fontSize: 17, bold: true },
    ...paragraphs,
    { table: { headerRows: 1, widths: ['*', '*', '*'], body: rows } },
  ]);
  return pdfmake.createPdf({ content, defaultStyle: { font: 'Sans', fontSize: 10.5 } }).getBuffer();
}
