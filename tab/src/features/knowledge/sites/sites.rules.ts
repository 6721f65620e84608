import { DATE_LOCALE } from '#contract/limits.ts';
import { SiteId, type Site } from '#contract/sites/sites.ts';

/** Sorts the help corpus first and the others by name (see docs/product.md, Knowledge Search). */
export function sortSites(sites: readonly Site[]): Site[] {
  return sites.toSorted(
    (a, b) => Number(b.isHelp) - Number(a.isHelp) || a.SiteName.localeCompare(b.SiteName, DATE_LOCALE),
  );
}

/** Returns sites whose name or description contains all words of a search, ignoring case. */
export function filterSites(sites: readonly Site[], search: string): Site[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return sites.filter(({ SiteName, CorpusDescription }) =>
    words.every((word) => `${SiteName}\n${CorpusDescription}`.toLowerCase().includes(word)),
  );
}

/** Normalizes a site id for comparison: `host,id,web` and ids with dashes or capitals are the same site. */
export function normalizeSiteId(id: string): string {
  const plain = SiteId.safeParse(id);
  return plain.success ? plain.data : id;
}
