import type { Site } from '../../contract/sites.ts';
import type { Person } from '../identity/person.ts';
import { may } from '../policies/policies.ts';
import type { SiteRow } from '../storage/tables/sites.ts';
import type { World } from '../world.ts';
import type { OpenSite } from './open.ts';

/** A corpus as the wire names its fields. */
export function presentSite({ organisation }: Pick<World, 'organisation'>, person: Person, site: OpenSite): Site {
  return {
    SiteId: site.id,
    SiteName: site.name,
    SiteLink: site.link,
    CorpusDescription: site.description,
    CorpusPrompt: site.prompt,
    CorpusConfig: site.config,
    CreatorEmail: site.creatorEmail,
    isHelp: isHelp(organisation, site),
    can: { edit: may(person, 'edit', 'site', site), removeAnyFile: may(person, 'removeAnyFile', 'site', site) },
  };
}

export function isHelp({ helpSiteId }: World['organisation'], { id }: Pick<SiteRow, 'id'>): boolean {
  return helpSiteId === id;
}

const order = new Intl.Collator('en', { numeric: true });

/** By name, with the help corpus first. */
export function sortSites<T extends SiteRow>({ organisation }: Pick<World, 'organisation'>, sites: readonly T[]): T[] {
  const first = (site: T) => Number(isHelp(organisation, site));
  return sites.toSorted((a, b) => first(b) - first(a) || order.compare(a.name, b.name) || order.compare(a.id, b.id));
}
