import { proxy } from 'valtio';
import type { OwnAccessRequest, ReceivedAccessRequest } from '#contract/sites/accessRequests.ts';
import type { InaccessibleSite, Site } from '#contract/sites/sites.ts';

interface Sites {
  list: { name: 'idle' } | { name: 'loading' } | { name: 'ready' } | { name: 'failed'; detail: string };
  /** Corpora that the person can search, the help corpus first, then by name. */
  accessible: Site[];
  /** Names of the other sites, with a link to request access. */
  inaccessible: InaccessibleSite[];
  /** The person's requests for access, and those of others for sites that the person owns. */
  requests: { mine: OwnAccessRequest[]; received: ReceivedAccessRequest[] };
  /** Ids of the corpora whose files are being read. */
  preparing: string[];
}

export const sites = proxy<Sites>({
  list: { name: 'idle' },
  accessible: [],
  inaccessible: [],
  requests: { mine: [], received: [] },
  preparing: [],
});

/** Returns a corpus that the person can search; `null` for any other, or before the sites are loaded. */
export function findSite(siteId: string): Site | null {
  return sites.accessible.find((site) => site.SiteId === siteId) ?? null;
}
