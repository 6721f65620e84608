import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getDocument, PasswordException, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { TextPart } from '../../../../contract/locations.ts';
import { cleanText } from '../cleanText.ts';
import { ExtractionError } from '../../errors.ts';
import type { FormatContext, Summary } from '../formats.ts';
import { toOrderedText, type TextRun } from './readingOrder.ts';

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => join(home, name) + sep;

/** Every page with text as one part. Text that is only a picture gives nothing. */
export async function* readPdf(
  bytes: Buffer,
  { limits, onProgress }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const document = await open(bytes);
  if (document.numPages > limits.parts)
    throw new ExtractionError('too_big_inside', { cause: `${document.numPages} pages` });
  const unreadPages: number[] = [];
  let cause: unknown;
  for (let page = 1; page <= document.numPages; page += 1) {
    try {
      const text = await readPage(document, page);
      if (text) yield { location: { kind: 'page', page }, text };
    } catch (error) {
      unreadPages.push(page);
      cause = error;
    }
    onProgress(page, document.numPages);
  }
  await document.loadingTask.destroy();
  if (unreadPages.length === document.numPages) throw new ExtractionError('broken', { cause });
  return { pages: document.numPages, ...(unreadPages.length > 0 && { unreadPages }) };
}

async function open(bytes: Buffer): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      // Without these, text in Chinese, Japanese and Korean fonts is lost.
      cMapUrl: folder('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: folder('standard_fonts'),
      wasmUrl: folder('wasm'),
      useSystemFonts: false,
      disableFontFace: true,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (cause) {
    throw new ExtractionError(cause instanceof PasswordException ? 'locked' : 'broken', { cause });
  }
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  try {
    const { items } = await page.getTextContent();
    const toPage = page.getViewport({ scale: 1 }).transform;
    const glyphs = items.flatMap((item) => ('str' in item ? [glyphsOf(item, toPage)] : []));
    return cleanText([toOrderedText(glyphs), ...(await formValues(page))].join('\n'));
  } finally {
    page.cleanup();
  }
}

/** A piece of text as the page shows it: turned pages upright, y downwards, points. */
function glyphsOf(item: TextItem, toPage: number[]): TextRun {
  const [a, b, c, d, x, y] = Util.transform(toPage, item.transform) as [number, number, number, number, number, number];
  return {
    text: item.str,
    x,
    y,
    width: item.width,
    height: Math.hypot(c, d),
    upright: a > 0 && Math.abs(b) < 0.1 * a,
    endsLine: item.hasEOL,
  };
}

/** What was filled into the fields of a form: it stands beside the page's text, not in it. */
async function formValues(page: PDFPageProxy): Promise<string[]> {
  const annotations: Record<string, unknown>[] = await page.getAnnotations();
  return annotations.flatMap(({ subtype, fieldType, fieldValue, alternativeText, fieldName, hidden }) => {
    const filled = subtype === 'Widget' && fieldType !== 'Btn' && !hidden && String(fieldValue ?? '').trim() !== '';
    return filled ? [`${String(alternativeText || fieldName || 'Field')}: ${String(fieldValue)}`] : [];
  });
}
