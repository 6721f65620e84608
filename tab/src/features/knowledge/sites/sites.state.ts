import { proxy } from 'valtio';
import type { InaccessibleSite, Site } from '../../../../../api/contract/sites.ts';

interface Sites {
  list: { name: 'idle' } | { name: 'loading' } | { name: 'ready' } | { name: 'failed'; detail: string };
  /** Corpora the person may search, the help corpus first, then by name. */
  accessible: Site[];
  /** Names of the others, and where to ask for access. */
  inaccessible: InaccessibleSite[];
}

export const sites = proxy<Sites>({ list: { name: 'idle' }, accessible: [], inaccessible: [] });

/** A corpus the person may search; `null` for one they may not, or before the sites are there. */
export function siteNamed(siteId: string): Site | null {
  return sites.accessible.find((site) => site.SiteId === siteId) ?? null;
}
