import type { Passage } from '../answers/prompt/passages.ts';
import type { Person } from '../identity/person.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import type { ReadableHit } from './access/trimToReadable.ts';
import { findHits, type SearchResult } from './findHits.ts';
import { readPassages } from './readPassages.ts';

/** Passages for the prompt of an answer: about 3,500 tokens. */
const MAX_PASSAGES = 12;

export interface SiteSearchResult extends SearchResult {
  /** The first hits, whose text became passages. */
  passageHits: readonly ReadableHit[];
  passages: Passage[];
}

/** Searches the files of a site that the person can read, and reads passages for the best hits. */
export async function searchSite(
  ctx: AppContext,
  person: Person,
  site: Pick<SiteRow, 'tenantId' | 'id'>,
  itemIds: readonly string[],
  query: string,
  signal: AbortSignal,
): Promise<SiteSearchResult> {
  const filter = { tenantId: site.tenantId, siteIds: [site.id], itemIds: itemIds.length > 0 ? itemIds : null };
  const result = await findHits(ctx, person, filter, query, signal);
  const passageHits = result.hits.slice(0, MAX_PASSAGES);
  return { ...result, passageHits, passages: await readPassages(ctx, passageHits) };
}
