import { AvaError, isTokenRefusal } from '#contract/errors.ts';
import type { SiteChoice } from '#contract/sites/sites.ts';
import type { AppContext } from '#api/context.ts';
import { runWithin } from '#api/functions/runWithin.ts';
import type { Person } from '#api/identity/person.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import { sortSites } from './sitePresenter.ts';

/** Sites that a question searches. */
export interface SearchableSites {
  /** The sites that the person can search, in the order of lists. */
  sites: SiteRow[];
  /** How many of the chosen sites the person can't search now. */
  lost: number;
  /** Whether Microsoft 365 did not say in time which sites the person can search. */
  isPartial: boolean;
}

type FindContext = Pick<AppContext, 'graph' | 'store' | 'organizations' | 'clock' | 'log'>;

/** How long a question waits for the sites of a person, and how many sites Graph is asked about at once. */
const FIND_TIMEOUT_MS = 3_000;
const SITES_PER_CHECK = 80;
/**
 * All sites of a person are found once in this time. They only say where a search begins: each file of them is checked again
 * before any of it is counted, ranked or read.
 */
const FOUND_MS = 10 * 60_000;
/** The first sites are checked for each question, because models read their names. */
export const LIVE_SITES = 60;

/**
 * Finds the sites of a choice that the person can search. Chosen sites that they can't search are left out. Throws `not_found`
 * if none of the chosen ones is left, and `graph_unavailable` if Microsoft 365 says nothing about any site.
 */
export async function findSearchableSites(
  ctx: FindContext,
  person: Person,
  choice: SiteChoice,
  signal?: AbortSignal,
): Promise<SearchableSites> {
  if (choice === 'all') return findAllSites(ctx, person, signal ?? new AbortController().signal);
  const found = await Promise.all(choice.map((id) => ctx.store.sites.find(person.tenantId, id)));
  const rows = found.filter((site) => site !== undefined);
  const graphIds = rows.map(({ graphId }) => graphId);
  const readable = await ctx.graph.getReadableSites(person, graphIds, signal);
  const sites = sortSites(
    ctx,
    rows.filter(({ graphId }) => readable.has(graphId)),
  );
  if (sites.length === 0) throw new AvaError('not_found');
  return { sites, lost: choice.length - sites.length, isPartial: false };
}

async function findAllSites(ctx: FindContext, person: Person, signal: AbortSignal): Promise<SearchableSites> {
  const { graph, store, clock, log } = ctx;
  const rows = sortSites(ctx, await store.sites.list(person.tenantId));
  const known = new Map<string, boolean>();
  const ids = rows.map(({ graphId }) => graphId);
  const limit = { ms: FIND_TIMEOUT_MS, reason: 'AVA could not check all sites in time.' };
  await runWithin(clock, limit, signal, async (during) => {
    const check = async (part: readonly string[], maxAgeMs?: number) => {
      for (const [id, isReadable] of await graph.checkSites(person, part, during, maxAgeMs)) known.set(id, isReadable);
    };
    for (let start = 0; start < ids.length; start += SITES_PER_CHECK)
      await check(ids.slice(start, start + SITES_PER_CHECK), FOUND_MS);
    const checked = new Set<string>();
    const listFirst = () => ids.filter((id) => known.get(id)).slice(0, LIVE_SITES);
    // A site takes the place of each one that turns out to be closed, so the first ones are listed again.
    for (let first = listFirst(); first.length > 0; first = listFirst().filter((id) => !checked.has(id))) {
      await check(first);
      for (const id of first) checked.add(id);
    }
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (isTokenRefusal(error)) throw error;
    log.warn({ error }, 'failed to check all sites of a person');
  });
  if (known.size === 0 && ids.length > 0) throw new AvaError('graph_unavailable');
  return { sites: rows.filter(({ graphId }) => known.get(graphId)), lost: 0, isPartial: known.size < ids.length };
}
