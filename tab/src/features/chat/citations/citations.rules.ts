import { DATE_LOCALE } from '#contract/limits.ts';
import type { Source as ContractSource } from '#contract/runs/functionCalls.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';

/** A cited file with all its citations. */
export interface Source {
  fileId: string;
  fileName: string;
  fileType: string;
  /** Its citations in the order of their numbers. */
  citations: Citation[];
}

/** Groups citations by file, in the order of their first citation. */
export function groupBySource(links: readonly Citation[]): Source[] {
  const sources = new Map<string, Source>();
  for (const link of links.toSorted((a, b) => a.number - b.number)) {
    const source = sources.get(link.fileid) ?? {
      fileId: link.fileid,
      fileName: link.filename,
      fileType: link.datatype,
      citations: [],
    };
    source.citations.push(link);
    sources.set(link.fileid, source);
  }
  return [...sources.values()];
}

/** The cited pages as printed and in the order of the file, for example `p. iv, 3, 7`; empty if the file has no pages. */
export function formatPages({ citations }: Source): string {
  const labels = new Map<number, string>();
  for (const { pagenumber: page, pagelabel } of citations) if (page !== null) labels.set(page, pagelabel ?? `${page}`);
  if (labels.size === 0) return '';
  const ordered = [...labels].toSorted(([a], [b]) => a - b).map(([, label]) => label);
  return `p. ${ordered.join(', ')}`;
}

/** The most serious standing among a source's citations. */
export function getStanding({ citations }: Source): Citation['standing'] {
  const order: Citation['standing'][] = ['denied', 'changed', 'unverified'];
  return order.find((standing) => citations.some((link) => link.standing === standing)) ?? 'holds';
}

export function getLocationLabel(link: Pick<Citation, 'location' | 'pagenumber' | 'pagelabel'>): string {
  return link.location || (link.pagenumber === null ? '' : `page ${link.pagelabel ?? link.pagenumber}`);
}

/** Formats a date; other text is returned unchanged. */
export function formatDate(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium' }).format(time);
}

/** Whether a source is a file, or has an address. */
export function canOpenSource({ opens, link }: Pick<ContractSource, 'opens' | 'link'>): boolean {
  return opens !== 'nothing' && (opens !== 'link' || link !== null);
}
