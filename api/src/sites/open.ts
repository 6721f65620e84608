import type { Person } from '../identity/person.ts';
import { authorise, type SiteRights } from '../policies/policies.ts';
import type { SiteRow } from '../storage/tables/sites.ts';
import type { World } from '../world.ts';

/** A corpus and what the person may do in its site. */
export type OpenSite = SiteRow & { rights: SiteRights };

export type SiteAction = 'see' | 'search' | 'make' | 'edit' | 'addFiles' | 'removeAnyFile';

/** Whether somebody owns a site is asked only where it matters: it takes Graph several calls to say. */
const readersActions: ReadonlySet<SiteAction> = new Set(['see', 'search', 'addFiles']);

/** A corpus with which the person may do this. Throws `not_found`, or `not_allowed` where they may at least see it. */
export async function openSite(
  world: Pick<World, 'graph' | 'store'>,
  person: Person,
  id: string,
  action: SiteAction,
): Promise<OpenSite> {
  const site = await world.store.sites.find(person.tenantId, id);
  const withOwnership = !readersActions.has(action);
  return authorise(
    person,
    action,
    'site',
    site && { ...site, rights: await rightsIn(world, person, site, withOwnership) },
  );
}

/** What the person may do in a site; without `withOwnership`, only whether they may read it. */
export async function rightsIn(
  { graph }: Pick<World, 'graph'>,
  person: Person,
  { graphId }: Pick<SiteRow, 'graphId'>,
  withOwnership: boolean,
): Promise<SiteRights> {
  const reads = (await graph.readableSites(person, [graphId])).has(graphId);
  return { reads, owns: reads && withOwnership && (await graph.ownsSite(person, graphId)) };
}

/** All corpora of the organisation, parted into those the person may read and the others. */
export async function partSites(
  { graph, store }: Pick<World, 'graph' | 'store'>,
  person: Person,
): Promise<{ open: SiteRow[]; closed: SiteRow[] }> {
  const all = await store.sites.list(person.tenantId);
  const readable = await graph.readableSites(
    person,
    all.map(({ graphId }) => graphId),
  );
  const isOpen = ({ graphId }: SiteRow) => readable.has(graphId);
  return { open: all.filter(isOpen), closed: all.filter((site) => !isOpen(site)) };
}
