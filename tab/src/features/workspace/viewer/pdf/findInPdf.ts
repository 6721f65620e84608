import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { ViewerTarget } from '../../workspace.state.ts';
import { findInItems, type ItemRange } from './findInPage.rules.ts';
import { pagesToSearch } from './pageSize.rules.ts';

/** Where a passage stands in a PDF. */
export interface PdfPassage {
  page: number;
  ranges: ItemRange[];
}

/** The strings of a page, in the order in which its text layer makes its spans. */
export async function itemsOf(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => ('str' in item ? [item.str] : []));
}

/** Looks for the passage a target quotes; `null` where it quotes none or none of the pages has it. */
export async function findOnPages(
  document: PDFDocumentProxy,
  { page, quote }: Pick<ViewerTarget, 'page' | 'quote'>,
  signal: AbortSignal,
): Promise<PdfPassage | null> {
  if (!quote) return null;
  for (const number of pagesToSearch(page, document.numPages)) {
    if (signal.aborted) return null;
    const ranges = findInItems(await itemsOf(await document.getPage(number)), quote);
    if (ranges.length > 0) return { page: number, ranges };
  }
  return null;
}
