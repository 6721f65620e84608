import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';
import type { Sample } from './sample.ts';

export interface Sheet {
  page: PDFPage;
  font: PDFFont;
  /** Draws text with its upper left corner at about this position, in points from the upper left corner of the page. */
  write: (text: string, x: number, y: number, size?: number) => void;
}

async function drawPage(draw: (sheet: Sheet) => void | Promise<void>): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const write: Sheet['write'] = (text, x, y, size = 10) => page.drawText(text, { x, y: 842 - y, size, font });
  await draw({ page, font, write });
  return pdf.save();
}

/** A PDF of one page whose text is drawn piece by piece. */
export const drawn = (
  name: string,
  draw: (sheet: Sheet) => void | Promise<void>,
  text: string,
  more: Partial<Sample> = {},
): Sample => ({
  name: `${name}.pdf`,
  make: () => drawPage(draw),
  text,
  ...more,
});
