import { DATE_LOCALE } from '../../../../../api/contract/limits.ts';
import type { Citation } from '../../../../../api/contract/runs.ts';

/** A cited file with all its citations. */
export interface Source {
  fileId: string;
  fileName: string;
  /** Its citations in the order of their numbers. */
  citations: Citation[];
}

/** Groups citations by file, in the order of their first citation. */
export function groupBySource(links: readonly Citation[]): Source[] {
  const sources = new Map<string, Source>();
  for (const link of links.toSorted((a, b) => a.number - b.number)) {
    const source = sources.get(link.fileid) ?? { fileId: link.fileid, fileName: link.filename, citations: [] };
    source.citations.push(link);
    sources.set(link.fileid, source);
  }
  return [...sources.values()];
}

/** The cited pages, for example `p. 3, 7`; empty if the file has no pages. */
export function formatPages({ citations }: Source): string {
  const pages = new Set(citations.map((link) => link.pagenumber).filter((page) => page !== null));
  return pages.size === 0 ? '' : `p. ${[...pages].toSorted((a, b) => a - b).join(', ')}`;
}

/** The most serious standing among a source's citations. */
export function getStanding({ citations }: Source): Citation['standing'] {
  const order: Citation['standing'][] = ['denied', 'changed', 'unverified'];
  return order.find((standing) => citations.some((link) => link.standing === standing)) ?? 'holds';
}

export function getLocationLabel(link: Pick<Citation, 'location' | 'pagenumber'>): string {
  return link.location || (link.pagenumber === null ? '' : `page ${link.pagenumber}`);
}

/** Formats a date; other text is returned unchanged. */
export function formatDate(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium' }).format(time);
}
