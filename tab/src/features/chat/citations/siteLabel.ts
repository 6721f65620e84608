import { findSite } from '../../knowledge/sites/sites.state.ts';

const ID = /^[0-9a-f]{32}$/;

/** The name of a citation's site; empty for an id without a known name. */
export function getSiteLabel(site: string | null): string {
  if (site === null) return '';
  return findSite(site)?.SiteName ?? (ID.test(site) ? '' : site);
}
