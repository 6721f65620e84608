import { PDFDocument, PDFName, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';
import { pageLabel, type PdfLook } from './pdfLook.ts';
import { makePng } from './png.ts';

const PAGE = { width: 595, height: 842, margin: 60, size: 11, leading: 15, gutter: 30 };
/** Every copy says the same, so that the same plan gives the same bytes. */
const MADE = new Date('2026-01-05T09:00:00Z');

/**
 * A PDF with real text. Each page is a list of paragraphs, wrapped into lines; only Latin letters (WinAnsi).
 * Throws where a page holds more than fits.
 */
export async function makePdf(pages: string[][], look: PdfLook = {}): Promise<Uint8Array> {
  const pdf = await emptyPdf();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const columns = look.columns ?? 1;
  const width = (PAGE.width - 2 * PAGE.margin - (columns - 1) * PAGE.gutter) / columns;
  for (const [index, paragraphs] of pages.entries()) {
    const page = pdf.addPage([PAGE.width, PAGE.height]);
    const small = { x: PAGE.margin, size: 9, font };
    if (look.header) page.drawText(look.header, { ...small, y: PAGE.height - 40 });
    if (look.footer) page.drawText(`${look.footer} ${pageLabel(index, look)}`, { ...small, y: 30 });
    const lines = paragraphs.flatMap((paragraph) => [...wrap(paragraph, font, width), '']);
    drawLines(page, lines, { font, width, look });
  }
  if (look.romanPages) labelPages(pdf, look.romanPages);
  return pdf.save();
}

/** A PDF that is a picture of a page: nothing in it is text. */
export async function makeScannedPdf(pages = 1): Promise<Uint8Array> {
  const pdf = await emptyPdf();
  const picture = await pdf.embedPng(makePng(60, 80));
  for (let page = 0; page < pages; page += 1)
    pdf.addPage([PAGE.width, PAGE.height]).drawImage(picture, { x: 0, y: 0, width: PAGE.width, height: PAGE.height });
  return pdf.save();
}

/** Begins like a PDF and holds nothing of one. */
export function makeBrokenPdf(): Uint8Array {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 'not an object '), Buffer.from('\n%%EOF')]);
}

async function emptyPdf(): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setCreationDate(MADE);
  pdf.setModificationDate(MADE);
  return pdf;
}

function wrap(paragraph: string, font: PDFFont, width: number): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && font.widthOfTextAtSize(longer, PAGE.size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function drawLines(
  page: PDFPage,
  lines: string[],
  { font, width, look }: { font: PDFFont; width: number; look: PdfLook },
) {
  const columns = look.columns ?? 1;
  const fitting = Math.floor((PAGE.height - 2 * PAGE.margin) / PAGE.leading);
  if (lines.length - 1 > fitting * columns) throw new Error(`${lines.length} lines do not fit on a page`);
  const perColumn = columns === 1 ? fitting : Math.ceil(lines.length / columns);
  const placed = lines.map((text, index) => ({ text, column: Math.floor(index / perColumn), row: index % perColumn }));
  if (look.drawn === 'across') placed.sort((one, other) => one.row - other.row || one.column - other.column);
  for (const { text, column, row } of placed) {
    const x = PAGE.margin + column * (width + PAGE.gutter);
    if (text) page.drawText(text, { x, y: PAGE.height - PAGE.margin - row * PAGE.leading, size: PAGE.size, font });
  }
}

/** ISO 32000-1, 12.4.2. */
function labelPages(pdf: PDFDocument, romanPages: number): void {
  const labels = { Nums: [0, { S: 'r' }, romanPages, { S: 'D' }] };
  pdf.catalog.set(PDFName.of('PageLabels'), pdf.context.obj(labels));
}
