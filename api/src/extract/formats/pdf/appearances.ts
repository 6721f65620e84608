import type { PDFPageProxy } from 'pdfjs-dist';
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A piece of text as pdf.js draws it: glyphs, and numbers that move the next one by thousandths of the text's size. */
type Glyphs = readonly ({ unicode: string } | number | null)[];

/** From this on, a movement is a blank. */
const BLANK = -200;
/** Flags of an invisible annotation: hidden and no view (ISO 32000-1, 12.5.3). */
const INVISIBLE = 2 | 32;

const NEW_LINE: ReadonlySet<number> = new Set([OPS.nextLine, OPS.setTextMatrix, OPS.moveText, OPS.beginText]);

/** The text that is drawn in signatures, stamps and push buttons, which is neither content of the page nor a value of a field. */
export async function readAppearances(page: PDFPageProxy): Promise<string[]> {
  const annotations = (await page.getAnnotations()) as {
    id: string;
    subtype: string;
    fieldType?: string;
    pushButton?: boolean;
    hasAppearance: boolean;
    annotationFlags: number;
  }[];
  const drawn = annotations.filter(
    ({ subtype, fieldType, pushButton, hasAppearance, annotationFlags }) =>
      hasAppearance &&
      (annotationFlags & INVISIBLE) === 0 &&
      (subtype === 'Stamp' || fieldType === 'Sig' || pushButton === true),
  );
  if (drawn.length === 0) return [];
  const ids = new Set(drawn.map(({ id }) => id));
  const texts: string[] = [];
  let text: string | null = null;
  const { fnArray, argsArray } = await page.getOperatorList();
  for (const [index, operator] of fnArray.entries()) {
    const values = argsArray[index] as unknown[] | null;
    if (operator === OPS.beginAnnotation) text = ids.has(String(values?.[0])) ? '' : null;
    if (text === null) continue;
    if (NEW_LINE.has(operator)) text += '\n';
    if (operator === OPS.showText) text += toText((values?.[0] ?? []) as Glyphs);
    if (operator !== OPS.endAnnotation) continue;
    texts.push(text.replace(/\n{2,}/g, '\n').trim());
    text = null;
  }
  return texts.filter(Boolean);
}

const toText = (glyphs: Glyphs): string =>
  glyphs.map((glyph) => (typeof glyph === 'number' ? (glyph < BLANK ? ' ' : '') : (glyph?.unicode ?? ''))).join('');
