import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getDocument, OPS, PasswordException, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
// pdf.js would load its worker by path; in the bundle it has none.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { TextPart } from '#contract/files/locations.ts';
import type { UnreadCounts } from '#contract/files/unread.ts';
import { toPageLabel } from '#contract/files/locationTexts.ts';
import { toSign } from '#api/extract/formats/docx/signs.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';
import { ExtractionError, toExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';
import { createRecognizer, type Recognizer } from '#api/extract/ocr/recognizer.ts';
import { readAnnotations, type PageAnnotations } from './annotations.ts';
import { readAppearances } from './appearances.ts';
import { LamAlefRepair } from './lamAlef.ts';
import { listPictures } from './pictures.ts';
import { toOrderedText } from './readingOrder.ts';
import type { TextRun } from './textRun.ts';
import { countUnknown, isScanned, renderPage } from './scannedPage.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const toFolder = (name: string) => join(packageFolder, name) + sep;

/** Reads a PDF, one part per page with text. The text of scanned pages is read by OCR, within the limits. */
export async function* readPdf(
  bytes: Buffer,
  { limits, unread, onProgress }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  // This must come before pdf.js takes over the bytes.
  const pictures = listPictures(bytes);
  const document = await openDocument(bytes, limits.imagePixels);
  if (document.numPages > limits.parts)
    throw new ExtractionError('too_big_inside', { cause: `${document.numPages} pages` });
  const labels = await readPageLabels(document);
  const recognizer = createRecognizer(limits, unread);
  const lamAlef = new LamAlefRepair();
  const unreadPages: number[] = [];
  let [usedOcr, hasScans, blankPages] = [false, false, 0];
  let cause: unknown;
  for (let page = 1; page <= document.numPages; page += 1) {
    try {
      const read = await readPage(document, page, { recognizer, lamAlef });
      usedOcr ||= read.usedOcr;
      hasScans ||= read.isScan;
      if (read.isBlank) blankPages += 1;
      unread.add('recording', read.recordings);
      unread.add('attachment', read.attachments);
      unread.add('character', read.unknown);
      const label = labels[page - 1];
      if (read.text) yield { location: { kind: 'page', page, ...(label && { label }) }, text: read.text };
      if (read.isUnread) unreadPages.push(page);
    } catch (error) {
      unreadPages.push(page);
      unread.add(error instanceof ExtractionError && error.code === 'too_slow' ? 'scannedPage' : 'damagedPage');
      cause = error;
    }
    onProgress(page, document.numPages);
  }
  await countRest(document, unread);
  hasScans ||= pictures.length >= document.numPages && (await hasHiddenText(document));
  for (const { pixels } of pictures.slice(blankPages)) {
    if (pixels > limits.imagePixels) unread.add('largePicture');
    // In a file with scanned pages, nothing shows which pictures are pages that OCR has read.
    else if (!hasScans) unread.add('picture');
  }
  await Promise.all([recognizer.close(), document.loadingTask.destroy()]);
  if (unreadPages.length === document.numPages && cause !== undefined) throw toExtractionError(cause);
  return {
    pages: document.numPages,
    usedOcr,
    ...(unreadPages.length > 0 && { unreadPages }),
  };
}

/** The mode in which text is neither filled nor outlined. */
const INVISIBLE = 3;

/** Whether the first page has invisible text, which a scanner lays over the picture of each page. */
async function hasHiddenText(document: PDFDocumentProxy): Promise<boolean> {
  const page = await document.getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList().catch(() => ({ fnArray: [], argsArray: [] }));
  return fnArray.some(
    (operator, index) => operator === OPS.setTextRenderingMode && (argsArray[index] as number[])[0] === INVISIBLE,
  );
}

/** Counts what does not belong to a page: attached files, such as those of a portfolio, and a form that only Adobe's programs show. */
async function countRest(document: PDFDocumentProxy, unread: UnreadCounts): Promise<void> {
  const attachments = await document.getAttachments().catch(() => null);
  unread.add('attachment', attachments?.size ?? 0);
  const { info } = await document.getMetadata().catch(() => ({ info: {} as Record<string, unknown> }));
  const { IsXFAPresent, IsAcroFormPresent } = info as Record<string, unknown>;
  if (IsXFAPresent && !IsAcroFormPresent) unread.add('form');
}

async function openDocument(bytes: Buffer, maxImageSize: number): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      // Without these files, text in Chinese, Japanese and Korean fonts is lost.
      cMapUrl: toFolder('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: toFolder('standard_fonts'),
      wasmUrl: toFolder('wasm'),
      maxImageSize,
      useSystemFonts: false,
      disableFontFace: true,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (cause) {
    throw new ExtractionError(cause instanceof PasswordException ? 'locked' : 'broken', { cause });
  }
}

/** The page numbers as printed, where they differ from the count. A file with damaged labels is read without them. */
async function readPageLabels(document: PDFDocumentProxy): Promise<(string | null)[]> {
  const labels = await document.getPageLabels().catch(() => null);
  return (labels ?? []).map((label, index) => toPageLabel(label, index + 1));
}

/**
 * Characters that are normalized: blanks of several widths, Latin and Hebrew ligatures, vertical forms of punctuation,
 * and the shapes of Arabic letters.
 */
const LIGATURES = /[\u00a0\u00b5\u2000-\u200a\u202f\u2126\ufb00-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc]+/g;

/** Private-use characters of the fonts Symbol and Wingdings, such as the bullets of lists. */
const SYMBOLS = /[\uf000-\uf0ff]/g;

interface ReadPage extends Pick<PageAnnotations, 'recordings' | 'attachments'> {
  text: string;
  isScan: boolean;
  /** Whether the page is the picture of empty paper. */
  isBlank: boolean;
  usedOcr: boolean;
  /** Whether the page is scanned and was not read because of the limits. */
  isUnread: boolean;
  /** How many letters the fonts of the page map to no character. */
  unknown: number;
}

async function readPage(
  document: PDFDocumentProxy,
  number: number,
  { recognizer, lamAlef }: { recognizer: Recognizer; lamAlef: LamAlefRepair },
): Promise<ReadPage> {
  const page = await document.getPage(number);
  try {
    // pdf.js would split ligatures before it puts Arabic into logical order, and the letters of lam-alef would be in
    // the wrong order.
    const { items, styles } = await page.getTextContent({ disableNormalization: true });
    const toPage = page.getViewport({ scale: 1 }).transform;
    const runs = items.filter((item) => 'str' in item);
    const strings = await lamAlef.repair(
      page,
      runs.map(({ str }) => str),
    );
    const isVertical = (item: TextItem) => styles[item.fontName]?.vertical === true;
    const written = toOrderedText(
      runs.map((item, index) => ({
        ...toTextRun({ ...item, str: strings[index]! }, toPage),
        ...(isVertical(item) && item.str.trim() && { columnHeight: item.height }),
      })),
    );
    const isScan = await isScanned(page, written.trim());
    let isBlank = false;
    const render = async () => {
      const image = await renderPage(document, page);
      isBlank = image === null;
      return image;
    };
    const recognized = isScan ? await recognizer.recognize(render) : '';
    // The recognized text already contains the few characters of the page's own text.
    const { texts, ...others } = await readAnnotations(page);
    const above = [...texts, ...(await readAppearances(page))];
    const text = tidyText([recognized || written, ...above].join('\n'));
    return {
      ...others,
      text,
      isScan: isScan && !isBlank,
      isBlank,
      usedOcr: Boolean(recognized),
      isUnread: recognized === null,
      unknown: recognized ? 0 : countUnknown(written),
    };
  } finally {
    page.cleanup();
  }
}

/** Converts a text item to page coordinates: in points, y downwards, with a rotated page turned upright. */
function toTextRun(item: TextItem, toPage: number[]): TextRun {
  const [a, b, c, d, x, y] = Util.transform(toPage, item.transform) as [number, number, number, number, number, number];
  return {
    text: item.str
      .replace(LIGATURES, (ligature) => ligature.normalize('NFKC'))
      .replace(SYMBOLS, (sign) => toSign(sign.codePointAt(0)!.toString(16)) || sign),
    x,
    y,
    width: item.width,
    height: Math.hypot(c, d),
    upright: a > 0 && Math.abs(b) < 0.1 * a,
    endsLine: item.hasEOL,
  };
}
