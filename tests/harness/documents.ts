/** Documents for tests, made on the spot: what they say and where is known, and nobody wrote them. */
import { crc32, deflateSync } from 'node:zlib';
import { Document, HeadingLevel, LevelFormat, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import iconv from 'iconv-lite';
import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';

export { makeLockedPdf } from './lockedPdf.ts';

const PAGE = { width: 595, height: 842, margin: 60, size: 11, leading: 15, gutter: 30 };

export interface PdfLook {
  columns?: 1 | 2;
  /** `across` draws the lines of both columns in turn, as some programs do. */
  drawn?: 'columns' | 'across';
  /** Stands at the top of every page. */
  header?: string;
}

/**
 * A PDF with real text. Each page is a list of paragraphs, wrapped into lines; only Latin letters (WinAnsi).
 * Throws where a page holds more than fits.
 */
export async function makePdf(pages: string[][], look: PdfLook = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const columns = look.columns ?? 1;
  const width = (PAGE.width - 2 * PAGE.margin - (columns - 1) * PAGE.gutter) / columns;
  for (const paragraphs of pages) {
    const page = pdf.addPage([PAGE.width, PAGE.height]);
    if (look.header) page.drawText(look.header, { x: PAGE.margin, y: PAGE.height - 40, size: 9, font });
    drawLines(
      page,
      paragraphs.flatMap((paragraph) => [...wrap(paragraph, font, width), '']),
      { font, width, look },
    );
  }
  return pdf.save();
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

/** A PDF that is a picture of a page: nothing in it is text. */
export async function makeScannedPdf(pages = 1): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const picture = await pdf.embedPng(makePng(60, 80));
  for (let page = 0; page < pages; page += 1)
    pdf.addPage([PAGE.width, PAGE.height]).drawImage(picture, { x: 0, y: 0, width: PAGE.width, height: PAGE.height });
  return pdf.save();
}

/** Begins like a PDF and holds nothing of one. */
export function makeBrokenPdf(): Uint8Array {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 'not an object '), Buffer.from('\n%%EOF')]);
}

/** A grey PNG with a darker line now and then, of the given size in pixels. */
export function makePng(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Array.from({ length: height }, (_, row) => [0, ...Array<number>(width).fill(row % 8 === 0 ? 90 : 230)]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

export interface DocxSection {
  heading?: string;
  level?: 1 | 2 | 3;
  paragraphs?: string[];
  bullets?: string[];
  numbered?: string[];
  table?: string[][];
}

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 } as const;

/** A Word document of sections in the order given. */
export async function makeDocx(sections: DocxSection[]): Promise<Uint8Array> {
  const children = sections.flatMap((section) => [
    ...(section.heading ? [new Paragraph({ text: section.heading, heading: headings[section.level ?? 1] })] : []),
    ...(section.paragraphs ?? []).map((text) => new Paragraph(text)),
    ...(section.bullets ?? []).map((text) => new Paragraph({ text, bullet: { level: 0 } })),
    ...(section.numbered ?? []).map((text) => new Paragraph({ text, numbering: { reference: 'steps', level: 0 } })),
    ...(section.table ? [tableOf(section.table)] : []),
  ]);
  const levels = [{ level: 0, format: LevelFormat.DECIMAL, text: '%1.' }];
  const numbering = { config: [{ reference: 'steps', levels }] };
  return new Uint8Array(await Packer.toBuffer(new Document({ numbering, sections: [{ children }] })));
}

function tableOf(rows: string[][]): Table {
  const cells = (row: string[]) => row.map((text) => new TableCell({ children: [new Paragraph(text)] }));
  return new Table({ rows: rows.map((row) => new TableRow({ children: cells(row) })) });
}

/** Text in an encoding iconv-lite knows, with a byte order mark where asked. */
export function makeText(text: string, encoding = 'utf-8', options: { mark?: boolean } = {}): Uint8Array {
  return iconv.encode(text, encoding, { addBOM: options.mark ?? false });
}
