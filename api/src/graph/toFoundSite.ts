import type { FoundSite } from './sites.ts';

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
