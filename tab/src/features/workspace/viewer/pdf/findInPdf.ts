import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { ViewerTarget } from '#tab/features/workspace/workspace.state.ts';
import { findAll, MAX_MATCHES } from '#tab/features/workspace/viewer/find/findText.rules.ts';
import { findExcerptInPage, type ItemRange } from './findInPage.rules.ts';
import { getPagesToSearch } from './pageSize.rules.ts';

/** Page and ranges of a passage in a PDF. */
export interface PdfMatch {
  page: number;
  ranges: ItemRange[];
}

/** Finds a term on all pages, at most MAX_MATCHES times; one match per place. */
export async function findAllInPdf(document: PDFDocumentProxy, term: string, signal: AbortSignal): Promise<PdfMatch[]> {
  const matches: PdfMatch[] = [];
  for (let page = 1; page <= document.numPages && matches.length < MAX_MATCHES; page += 1) {
    if (signal.aborted) return [];
    const { items } = await (await document.getPage(page)).getTextContent();
    const texts = items.flatMap((item) => ('str' in item ? [{ text: item.str, isBreak: item.hasEOL }] : []));
    for (const { from, to } of findAll(texts, term)) {
      const ranges: ItemRange[] = [];
      for (let item = from.item; item <= to.item; item += 1) {
        const end = item === to.item ? to.index : (texts[item]?.text.length ?? 0);
        const start = item === from.item ? from.index : 0;
        if (end > start) ranges.push({ item, from: start, to: end });
      }
      if (ranges.length > 0) matches.push({ page, ranges });
    }
  }
  return matches.slice(0, MAX_MATCHES);
}

/** The size of most text of a page, in its own units; 0 for a page without text. */
export async function getTextSize(page: PDFPageProxy): Promise<number> {
  const { items } = await page.getTextContent();
  const lengths = new Map<number, number>();
  for (const item of items)
    if ('str' in item) lengths.set(item.height, (lengths.get(item.height) ?? 0) + item.str.trim().length);
  return [...lengths].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0];
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
    const ranges = findExcerptInPage(await getTextItems(await document.getPage(number)), quote);
    if (ranges.length > 0) return { page: number, ranges };
  }
  return null;
}
