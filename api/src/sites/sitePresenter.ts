import type { Site } from '#contract/sites/sites.ts';
import type { Person } from '#api/identity/person.ts';
import { can } from '#api/policies/policies.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';
import type { AuthorizedSite } from './siteAccess.ts';

/** Returns a corpus with the field names of the API. */
export function presentSite(ctx: Pick<AppContext, 'organizations'>, person: Person, site: AuthorizedSite): Site {
  return {
    SiteId: site.id,
    SiteName: site.name,
    SiteLink: site.link,
    CorpusDescription: site.description,
    CorpusPrompt: site.prompt,
    CorpusConfig: site.config,
    CreatorEmail: site.creatorEmail,
    isHelp: isHelpSite(ctx, site),
    can: { edit: can(person, 'edit', 'site', site), removeAnyFile: can(person, 'removeAnyFile', 'site', site) },
  };
}

export function isHelpSite(
  { organizations }: Pick<AppContext, 'organizations'>,
  { tenantId, id }: Pick<SiteRow, 'tenantId' | 'id'>,
): boolean {
  return organizations.get(tenantId).helpSiteId === id;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Sorts corpora by name, with the help corpus first. */
export function sortSites<T extends SiteRow>(ctx: Pick<AppContext, 'organizations'>, sites: readonly T[]): T[] {
  const helpFirst = (site: T) => Number(isHelpSite(ctx, site));
  return sites.toSorted(
    (a, b) => helpFirst(b) - helpFirst(a) || collator.compare(a.name, b.name) || collator.compare(a.id, b.id),
  );
}
