import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { AnnotationMode, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { encodeCanvas } from '#api/extract/ocr/encodeCanvas.ts';

/** A scanned page can have this much text: a page number, or a stamp of the scanner. */
const MAX_TEXT_CHARACTERS = 20;
/** tesseract's data are made for letters of 200 to 300 dpi. */
const DOTS_PER_POINT = 200 / 72;
/** Two and a half pages of A4 at 200 dpi. Larger pages are posters, whose letters are larger as well. */
const MAX_PIXELS = 10_000_000;
/** Skia draws no canvas with a side of more than 32,767 pixels. */
const MAX_SIDE = 20_000;

const imageOperators: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
]);

/** Characters without a defined meaning. */
const UNKNOWN = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu;
/**
 * The first glyphs of a font are the blank and the box for a missing character. A font without a mapping to letters has
 * the numbers of its glyphs instead.
 */
const LAST_BLANK = '\u0003';
const MAX_UNKNOWN_SHARE = 0.3;

/** Whether the text of a page is in an image. A page without text is rendered to find out. */
export async function isScanned(page: PDFPageProxy, text: string): Promise<boolean> {
  if (text === '' || isNonsense(text)) return true;
  if (text.length >= MAX_TEXT_CHARACTERS) return false;
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operator) => imageOperators.has(operator));
}

/** Whether a font maps none of its glyphs to letters: they are private-use or control characters. */
function isNonsense(text: string): boolean {
  const signs = text.replace(/\s/g, '');
  const unknown = signs.match(UNKNOWN)?.length ?? 0;
  return unknown > MAX_UNKNOWN_SHARE * signs.length;
}

/** How many glyphs of a text its fonts do not map to letters. Only a person who looks at the page can read them. */
export function countUnknown(text: string): number {
  return (text.match(UNKNOWN) ?? []).filter((sign) => sign > LAST_BLANK && sign.trim() !== '').length;
}

/** Draws a page at 200 dpi, without annotations, whose text is read elsewhere; `null` if it is empty. */
export async function renderPage(document: PDFDocumentProxy, page: PDFPageProxy): Promise<Buffer | null> {
  const size = page.getViewport({ scale: 1 });
  const scale = Math.min(
    DOTS_PER_POINT,
    Math.sqrt(MAX_PIXELS / (size.width * size.height)),
    MAX_SIDE / Math.max(size.width, size.height),
  );
  const viewport = page.getViewport({ scale });
  const [width, height] = [viewport.width, viewport.height].map((side) => Math.max(1, Math.floor(side))) as [
    number,
    number,
  ];
  const factory = document.canvasFactory as CanvasFactory;
  const target = factory.create(width, height);
  try {
    await page.render({
      canvas: null,
      canvasContext: target.context as never,
      viewport,
      annotationMode: AnnotationMode.DISABLE,
    }).promise;
    return await encodeCanvas(target.canvas);
  } finally {
    factory.destroy(target);
  }
}

interface Target {
  canvas: Canvas;
  context: SKRSContext2D;
}

/** The part of pdf.js's canvas factory that is used here; its own type is `Object`. */
interface CanvasFactory {
  create(width: number, height: number): Target;
  destroy(target: Target): void;
}
