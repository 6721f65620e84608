import type { Person } from '../identity/person.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import { listSitesByAccess } from './siteAccess.ts';
import { isHelpSite, sortSites } from './sitePresenter.ts';

type TeamContext = Pick<AppContext, 'graph' | 'store' | 'organizations' | 'log'>;

/**
 * The teams of a person: the sites with a corpus that they can read, by name. The help corpus is for everybody, so it is no
 * team. Throws if Graph does not answer.
 */
export async function listTeams(ctx: TeamContext, person: Person): Promise<SiteRow[]> {
  const { accessible } = await listSitesByAccess(ctx, person);
  return sortSites(ctx, accessible).filter((site) => !isHelpSite(ctx, site));
}

/** Those of the sites that the person can read; none if Graph does not answer. Checks are cached for 30 seconds. */
export async function findReadableTeams(
  { graph, store, log }: TeamContext,
  person: Person,
  siteIds: readonly string[],
): Promise<string[]> {
  if (siteIds.length === 0) return [];
  const wanted = new Set(siteIds);
  try {
    const sites = (await store.sites.list(person.tenantId)).filter(({ id }) => wanted.has(id));
    const readable = await graph.getReadableSites(
      person,
      sites.map(({ graphId }) => graphId),
    );
    return sites.filter(({ graphId }) => readable.has(graphId)).map(({ id }) => id);
  } catch (error) {
    log.warn({ error }, 'failed to check access to teams');
    return [];
  }
}
