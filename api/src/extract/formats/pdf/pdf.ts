import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getDocument, PasswordException, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { toPageLabel, type TextPart } from '../../../../contract/locations.ts';
import { cleanText } from '../cleanText.ts';
import { ExtractionError } from '../../errors.ts';
import type { FormatContext, Summary } from '../formats.ts';
import { toOrderedText, type TextRun } from './readingOrder.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const toFolder = (name: string) => join(packageFolder, name) + sep;

/** Reads a PDF, one part per page with text. Text in images is not read. */
export async function* readPdf(
  bytes: Buffer,
  { limits, onProgress }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const document = await openDocument(bytes);
  if (document.numPages > limits.parts)
    throw new ExtractionError('too_big_inside', { cause: `${document.numPages} pages` });
  const labels = await readPageLabels(document);
  const unreadPages: number[] = [];
  let cause: unknown;
  for (let page = 1; page <= document.numPages; page += 1) {
    try {
      const text = await readPage(document, page);
      const label = labels[page - 1];
      if (text) yield { location: { kind: 'page', page, ...(label && { label }) }, text };
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

async function openDocument(bytes: Buffer): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      // Without these files, text in Chinese, Japanese and Korean fonts is lost.
      cMapUrl: toFolder('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: toFolder('standard_fonts'),
      wasmUrl: toFolder('wasm'),
      useSystemFonts: false,
      disableFontFace: true,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (cause) {
    throw new ExtractionError(cause instanceof PasswordException ? 'locked' : 'broken', { cause });
  }
}

/** The page numbers as printed, where they differ from the count. Damaged labels are no reason to reject a file. */
async function readPageLabels(document: PDFDocumentProxy): Promise<(string | null)[]> {
  const labels = await document.getPageLabels().catch(() => null);
  return (labels ?? []).map((label, index) => toPageLabel(label, index + 1));
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  try {
    const { items } = await page.getTextContent();
    const toPage = page.getViewport({ scale: 1 }).transform;
    const runs = items.flatMap((item) => ('str' in item ? [toTextRun(item, toPage)] : []));
    return cleanText([toOrderedText(runs), ...(await readFormValues(page))].join('\n'));
  } finally {
    page.cleanup();
  }
}

/** Converts a text item to page coordinates: in points, y downwards, with a rotated page turned upright. */
function toTextRun(item: TextItem, toPage: number[]): TextRun {
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

/** Values of form fields, which are not part of the page's text. */
async function readFormValues(page: PDFPageProxy): Promise<string[]> {
  const annotations: Record<string, unknown>[] = await page.getAnnotations();
  return annotations.flatMap(({ subtype, fieldType, fieldValue, alternativeText, fieldName, hidden }) => {
    const isFilled = subtype === 'Widget' && fieldType !== 'Btn' && !hidden && String(fieldValue ?? '').trim() !== '';
    return isFilled ? [`${String(alternativeText || fieldName || 'Field')}: ${String(fieldValue)}`] : [];
  });
}
