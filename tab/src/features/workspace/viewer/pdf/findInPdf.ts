import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { ViewerTarget } from '../../workspace.state.ts';
import { findInPage, type ItemRange } from './findInPage.rules.ts';
import { getPagesToSearch } from './pageSize.rules.ts';

/** Page and ranges of a passage in a PDF. */
export interface PdfMatch {
  page: number;
  ranges: ItemRange[];
}

/** Strings of a page in the order of the text layer's spans. */
async function getTextItems(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => ('str' in item ? [item.str] : []));
}

/** Finds the quoted passage; `null` without a quote or a match. */
export async function findInPdf(
  document: PDFDocumentProxy,
  { page, quote }: Pick<ViewerTarget, 'page' | 'quote'>,
  signal: AbortSignal,
): Promise<PdfMatch | null> {
  if (!quote) return null;
  for (const number of getPagesToSearch(page, document.numPages)) {
    if (signal.aborted) return null;
    const ranges = findInPage(await getTextItems(await document.getPage(number)), quote);
    if (ranges.length > 0) return { page: number, ranges };
  }
  return null;
}
