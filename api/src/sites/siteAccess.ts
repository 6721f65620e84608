import type { Person } from '#api/identity/person.ts';
import { authorize, type SiteRights } from '#api/policies/policies.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';

/** A corpus and the rights of the person in its site. */
export type AuthorizedSite = SiteRow & { rights: SiteRights };

/** Their rules are in `policies/policies.ts`. `create` is checked by `corpora.ts`, because there is no corpus yet. */
type SiteAction = 'see' | 'search' | 'edit' | 'addFiles';

/** Actions that every reader has. They need no check of ownership, which takes several Graph calls. */
const readerActions: ReadonlySet<SiteAction> = new Set(['see', 'search', 'addFiles']);

/**
 * Finds a corpus and checks the person's right to this action. Throws `not_found`, or `not_allowed` if the person can
 * see it.
 */
export async function authorizeSite(
  ctx: Pick<AppContext, 'graph' | 'store'>,
  person: Person,
  id: string,
  action: SiteAction,
  signal?: AbortSignal,
): Promise<AuthorizedSite> {
  const site = await ctx.store.sites.find(person.tenantId, id);
  const withOwnership = !readerActions.has(action);
  return authorize(
    person,
    action,
    'site',
    site && { ...site, rights: await getSiteRights(ctx, person, site, withOwnership, signal) },
  );
}

/** The person's rights in a site; without `withOwnership`, only whether they can read it. */
export async function getSiteRights(
  { graph }: Pick<AppContext, 'graph'>,
  person: Person,
  { graphId }: Pick<SiteRow, 'graphId'>,
  withOwnership: boolean,
  signal?: AbortSignal,
): Promise<SiteRights> {
  const reads = (await graph.getReadableSites(person, [graphId], signal)).has(graphId);
  return { reads, owns: reads && withOwnership && (await graph.ownsSite(person, graphId)) };
}

/** All corpora of the organization: those that the person can read, and the others. */
export async function listSitesByAccess(
  { graph, store }: Pick<AppContext, 'graph' | 'store'>,
  person: Person,
  signal?: AbortSignal,
): Promise<{ accessible: SiteRow[]; inaccessible: SiteRow[] }> {
  const sites = await store.sites.list(person.tenantId);
  const readable = await graph.getReadableSites(
    person,
    sites.map(({ graphId }) => graphId),
    signal,
  );
  const isReadable = ({ graphId }: SiteRow) => readable.has(graphId);
  return { accessible: sites.filter(isReadable), inaccessible: sites.filter((site) => !isReadable(site)) };
}
