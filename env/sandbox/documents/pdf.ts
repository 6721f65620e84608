import { deflateSync } from 'node:zlib';
import type { Canvas } from '@napi-rs/canvas';
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  PDFName,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
  type PDFFont,
  type PDFPage,
} from 'pdf-lib';
import { getPageLabel, type PdfStyle } from './pdfStyle.ts';

const PAGE = { width: 595, height: 842, margin: 60, gutter: 30 };
const getLetters = ({ small }: PdfStyle) => (small ? { size: 6, leading: 7 } : { size: 11, leading: 15 });
/** A4 at 100 dpi. */
const SCAN = { width: 827, height: 1_169 };
/** A fixed date, so that the same plan always produces the same bytes. */
const FIXED_DATE = new Date('2026-01-05T09:00:00Z');

/**
 * A PDF with text. Each page is a list of paragraphs, wrapped into lines; Latin letters only (WinAnsi).
 * Throws if the text does not fit on a page.
 */
export async function makePdf(pages: string[][], style: PdfStyle = {}): Promise<Uint8Array> {
  const pdf = await createEmptyPdf();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const columns = style.columns ?? 1;
  const width = (PAGE.width - 2 * PAGE.margin - (columns - 1) * PAGE.gutter) / columns;
  for (const [index, paragraphs] of pages.entries()) {
    const page = pdf.addPage([PAGE.width, PAGE.height]);
    const marginText = { x: PAGE.margin, size: 9, font };
    if (style.header) page.drawText(style.header, { ...marginText, y: PAGE.height - 40 });
    if (style.footer) page.drawText(`${style.footer} ${getPageLabel(index, style)}`, { ...marginText, y: 30 });
    const { size } = getLetters(style);
    const lines = paragraphs.flatMap((paragraph) => [
      ...wrap(paragraph, font, width, size),
      ...(style.small ? [] : ['']),
    ]);
    drawLines(page, lines, { font, width, style });
  }
  if (style.romanPages) labelPages(pdf, style.romanPages);
  return pdf.save();
}

/** A page of a scanned PDF: the lines in a picture, or one line of text that is no picture. */
type ScannedPage = readonly string[] | string;

/** A PDF whose pages are pictures, by default of empty paper. */
export async function makeScannedPdf(pages: readonly ScannedPage[] = [[]]): Promise<Uint8Array> {
  const pdf = await createEmptyPdf();
  const { drawText } = await import('./textImage.ts');
  for (const content of pages) {
    const page = pdf.addPage([PAGE.width, PAGE.height]);
    if (typeof content === 'string') page.drawText(content, { x: PAGE.margin, y: PAGE.height - PAGE.margin });
    else drawScan(page, drawText(content, SCAN));
  }
  return pdf.save();
}

/** Fills a page with a gray picture. pdf-lib would decode a PNG in JavaScript, which takes 20 times longer. */
function drawScan(page: PDFPage, picture: Canvas): void {
  const { width, height } = picture;
  const { data } = picture.getContext('2d').getImageData(0, 0, width, height);
  const gray = new Uint8Array(width * height).map((_, index) => data[4 * index]!);
  const { context } = page.doc;
  const image = context.stream(deflateSync(gray), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  });
  page.node.setXObject(PDFName.of('Scan'), context.register(image));
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(PAGE.width, 0, 0, PAGE.height, 0, 0),
    drawObject('Scan'),
    popGraphicsState(),
  );
}

/** A file that starts with a PDF header and contains no PDF objects. */
export function makeBrokenPdf(): Uint8Array {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 'not an object '), Buffer.from('\n%%EOF')]);
}

async function createEmptyPdf(): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setCreationDate(FIXED_DATE);
  pdf.setModificationDate(FIXED_DATE);
  return pdf;
}

function wrap(paragraph: string, font: PDFFont, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const extended = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && font.widthOfTextAtSize(extended, size) <= width) lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  return lines;
}

function drawLines(
  page: PDFPage,
  lines: string[],
  { font, width, style }: { font: PDFFont; width: number; style: PdfStyle },
) {
  const columns = style.columns ?? 1;
  const { size, leading } = getLetters(style);
  const linesPerColumn = Math.floor((PAGE.height - 2 * PAGE.margin) / leading);
  if (lines.length - 1 > linesPerColumn * columns) throw new Error(`${lines.length} lines do not fit on a page`);
  const perColumn = columns === 1 ? linesPerColumn : Math.ceil(lines.length / columns);
  const cells = lines.map((text, index) => ({ text, column: Math.floor(index / perColumn), row: index % perColumn }));
  if (style.lineOrder === 'across') cells.sort((a, b) => a.row - b.row || a.column - b.column);
  for (const { text, column, row } of cells) {
    const x = PAGE.margin + column * (width + PAGE.gutter);
    if (text) page.drawText(text, { x, y: PAGE.height - PAGE.margin - row * leading, size, font });
  }
}

/** Adds page labels (ISO 32000-1, 12.4.2). */
function labelPages(pdf: PDFDocument, romanPages: number): void {
  const labels = { Nums: [0, { S: 'r' }, romanPages, { S: 'D' }] };
  pdf.catalog.set(PDFName.of('PageLabels'), pdf.context.obj(labels));
}
