import type { Passage } from '../answers/passages.ts';
import type { Person } from '../identity/person.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import { find, type FoundHits } from './findHits.ts';
import { quote } from './readPassages.ts';
import type { ReadableHit } from './access/trim.ts';

/** Passages that a model is given to answer from: about 3,500 tokens. */
const PASSAGES = 12;

export interface Found extends FoundHits {
  /** The first of the hits, which became passages. */
  given: readonly ReadableHit[];
  passages: Passage[];
}

/** Finds what the person can read about a question in a site: find and trim, rank, quote. */
export async function searchSite(
  ctx: AppContext,
  person: Person,
  site: Pick<SiteRow, 'tenantId' | 'id'>,
  itemIds: readonly string[],
  query: string,
  signal: AbortSignal,
): Promise<Found> {
  const where = { tenantId: site.tenantId, siteIds: [site.id], itemIds: itemIds.length > 0 ? itemIds : null };
  const found = await find(ctx, person, where, query, signal);
  const given = found.hits.slice(0, PASSAGES);
  return { ...found, given, passages: await quote(ctx, given) };
}
