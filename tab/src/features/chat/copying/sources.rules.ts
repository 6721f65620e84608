import type { Citation } from '#contract/runs/answerEvents.ts';
import { getLocationLabel } from '#tab/features/chat/citations/citations.rules.ts';
import { getHost } from '#tab/features/chat/markdown/links.rules.ts';

/** A source as it is named at the end of a copied answer. */
export interface NamedSource {
  number: number;
  fileName: string;
  /** Page or section; empty if unknown. */
  location: string;
  /** Web address of the file; null for files without one and for files that the person can't open. */
  address: string | null;
}

/** The sources of an answer in the order of their numbers. */
export function listSources(links: readonly Citation[]): NamedSource[] {
  return links
    .toSorted((a, b) => a.number - b.number)
    .map((link) => ({
      number: link.number,
      fileName: link.filename,
      location: getLocationLabel(link),
      address: link.link !== null && link.standing !== 'denied' && getHost(link.link) !== null ? link.link : null,
    }));
}
