import type { Site } from '../../contract/sites.ts';
import type { Person } from '../identity/person.ts';
import { may } from '../policies/policies.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import type { OpenSite } from './siteAccess.ts';

/** A corpus as the wire names its fields. */
export function presentSite({ organization }: Pick<AppContext, 'organization'>, person: Person, site: OpenSite): Site {
  return {
    SiteId: site.id,
    SiteName: site.name,
    SiteLink: site.link,
    CorpusDescription: site.description,
    CorpusPrompt: site.prompt,
    CorpusConfig: site.config,
    CreatorEmail: site.creatorEmail,
    isHelp: isHelp(organization, site),
    can: { edit: may(person, 'edit', 'site', site), removeAnyFile: may(person, 'removeAnyFile', 'site', site) },
  };
}

export function isHelp({ helpSiteId }: AppContext['organization'], { id }: Pick<SiteRow, 'id'>): boolean {
  return helpSiteId === id;
}

const order = new Intl.Collator('en', { numeric: true });

/** By name, with the help corpus first. */
export function sortSites<T extends SiteRow>(
  { organization }: Pick<AppContext, 'organization'>,
  sites: readonly T[],
): T[] {
  const first = (site: T) => Number(isHelp(organization, site));
  return sites.toSorted((a, b) => first(b) - first(a) || order.compare(a.name, b.name) || order.compare(a.id, b.id));
}
