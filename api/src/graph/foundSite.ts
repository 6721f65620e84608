export interface FoundSite {
  /** Graph's id: host, site and web. */
  graphId: string;
  /** The site's own id: 32 hexadecimal digits. */
  id: string;
  name: string;
  link: string;
}

export interface GraphSite {
  id: string;
  displayName?: string;
  name?: string;
  webUrl?: string;
}

export function toFoundSite(site: GraphSite): FoundSite {
  const id = (site.id.split(',')[1] ?? '').replaceAll('-', '').toLowerCase();
  return { graphId: site.id, id, name: site.displayName || site.name || '', link: site.webUrl ?? '' };
}
