import { isAvaError, type AvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';
import { listSitesByAccess } from './siteAccess.ts';
import { isHelpSite, sortSites } from './sitePresenter.ts';

type TeamContext = Pick<AppContext, 'graph' | 'store' | 'organizations' | 'log'>;

/**
 * The teams of a person: the sites with a corpus that they can read, by name. The help corpus is for everybody, so it
 * is not a team. Throws if Graph does not answer.
 */
export async function listTeams(ctx: TeamContext, person: Person): Promise<SiteRow[]> {
  const { accessible } = await listSitesByAccess(ctx, person);
  return sortSites(ctx, accessible).filter((site) => !isHelpSite(ctx, site));
}

/** Sites that a person can read. If they could not be checked, there are none, and `failure` is the reason. */
export interface ReadableTeams {
  ids: string[];
  failure: AvaError | null;
}

/** Returns those of the given sites that the person can read. Checks are cached for 30 seconds. */
export async function findReadableTeams(
  { graph, store, log }: TeamContext,
  person: Person,
  siteIds: readonly string[],
): Promise<ReadableTeams> {
  if (siteIds.length === 0) return { ids: [], failure: null };
  const wanted = new Set(siteIds);
  try {
    const sites = (await store.sites.list(person.tenantId)).filter(({ id }) => wanted.has(id));
    const readable = await graph.getReadableSites(
      person,
      sites.map(({ graphId }) => graphId),
    );
    return { ids: sites.filter(({ graphId }) => readable.has(graphId)).map(({ id }) => id), failure: null };
  } catch (error) {
    if (!isAvaError(error)) throw error;
    log.warn({ error }, 'failed to check access to teams');
    return { ids: [], failure: error };
  }
}
