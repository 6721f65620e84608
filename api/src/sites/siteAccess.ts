import type { Person } from '../identity/person.ts';
import { authorize, type SiteRights } from '../policies/policies.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';

/** A corpus and what the person may do in its site. */
export type OpenSite = SiteRow & { rights: SiteRights };

export type SiteAction = 'see' | 'search' | 'make' | 'edit' | 'addFiles' | 'removeAnyFile';

/** Whether somebody owns a site is asked only where it matters: it takes Graph several calls to say. */
const readersActions: ReadonlySet<SiteAction> = new Set(['see', 'search', 'addFiles']);

/** A corpus with which the person may do this. Throws `not_found`, or `not_allowed` where they may at least see it. */
export async function openSite(
  ctx: Pick<AppContext, 'graph' | 'store'>,
  person: Person,
  id: string,
  action: SiteAction,
): Promise<OpenSite> {
  const site = await ctx.store.sites.find(person.tenantId, id);
  const withOwnership = !readersActions.has(action);
  return authorize(
    person,
    action,
    'site',
    site && { ...site, rights: await rightsIn(ctx, person, site, withOwnership) },
  );
}

/** What the person may do in a site; without `withOwnership`, only whether they may read it. */
export async function rightsIn(
  { graph }: Pick<AppContext, 'graph'>,
  person: Person,
  { graphId }: Pick<SiteRow, 'graphId'>,
  withOwnership: boolean,
): Promise<SiteRights> {
  const reads = (await graph.getReadableSites(person, [graphId])).has(graphId);
  return { reads, owns: reads && withOwnership && (await graph.ownsSite(person, graphId)) };
}

/** All corpora of the organization, parted into those the person may read and the others. */
export async function partSites(
  { graph, store }: Pick<AppContext, 'graph' | 'store'>,
  person: Person,
): Promise<{ open: SiteRow[]; closed: SiteRow[] }> {
  const all = await store.sites.list(person.tenantId);
  const readable = await graph.getReadableSites(
    person,
    all.map(({ graphId }) => graphId),
  );
  const isOpen = ({ graphId }: SiteRow) => readable.has(graphId);
  return { open: all.filter(isOpen), closed: all.filter((site) => !isOpen(site)) };
}
