import { DATE_LOCALE } from '../../../../../api/contract/limits.ts';
import type { Citation } from '../../../../../api/contract/runs.ts';

/** A file that an answer quotes, once, with all places quoted from it. */
export interface Source {
  fileId: string;
  fileName: string;
  /** Its citations in the order of their numbers. */
  citations: Citation[];
}

/** The files behind an answer's citations, in the order they are first cited. */
export function sourcesOf(links: readonly Citation[]): Source[] {
  const sources = new Map<string, Source>();
  for (const link of links.toSorted((a, b) => a.number - b.number)) {
    const source = sources.get(link.fileid) ?? { fileId: link.fileid, fileName: link.filename, citations: [] };
    source.citations.push(link);
    sources.set(link.fileid, source);
  }
  return [...sources.values()];
}

/** The pages of a source as a person writes them: p. 3, 7. Empty where the file has no pages. */
export function pagesOf({ citations }: Source): string {
  const pages = new Set(citations.map((link) => link.pagenumber).filter((page) => page !== null));
  return pages.size === 0 ? '' : `p. ${[...pages].toSorted((a, b) => a - b).join(', ')}`;
}

/** The standing of a source that a person must know of: the gravest of its citations'. */
export function standingOf({ citations }: Source): Citation['standing'] {
  const order: Citation['standing'][] = ['denied', 'changed', 'unverified'];
  return order.find((standing) => citations.some((link) => link.standing === standing)) ?? 'holds';
}

export function placeOf(link: Pick<Citation, 'place' | 'pagenumber'>): string {
  return link.place || (link.pagenumber === null ? '' : `page ${link.pagenumber}`);
}

/** A date as en-US writes it; a text that is no date stays as it is. */
export function dateOf(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium' }).format(time);
}
