import { siteNamed } from '../../knowledge/sites/sites.state.ts';

const ID = /^[0-9a-f]{32}$/;

/** A site of a citation as a person reads it; an id that this window knows no name for says nothing. */
export function siteLabel(site: string | null): string {
  if (site === null) return '';
  return siteNamed(site)?.SiteName ?? (ID.test(site) ? '' : site);
}
