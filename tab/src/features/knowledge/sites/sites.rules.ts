import { DATE_LOCALE } from '../../../../../api/contract/limits.ts';
import { SiteId, type Site } from '../../../../../api/contract/sites.ts';

/** The help corpus first, the others by name (specification, section 9). */
export function sortSites(sites: readonly Site[]): Site[] {
  return sites.toSorted(
    (a, b) => Number(b.isHelp) - Number(a.isHelp) || a.SiteName.localeCompare(b.SiteName, DATE_LOCALE),
  );
}

/** Sites whose name or description holds all words of a search, in any case of letters. */
export function filterSites(sites: readonly Site[], search: string): Site[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return sites.filter(({ SiteName, CorpusDescription }) =>
    words.every((word) => `${SiteName}\n${CorpusDescription}`.toLowerCase().includes(word)),
  );
}

/** A site's id as it is compared: `host,id,web` and ids with dashes or capitals are the same site. */
export function plainSiteId(id: string): string {
  const plain = SiteId.safeParse(id);
  return plain.success ? plain.data : id;
}
