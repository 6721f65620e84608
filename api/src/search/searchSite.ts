import type { Model } from '#contract/models.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import type { Person } from '#api/identity/person.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';
import { getReadableScope, type ReadableScope } from './access/readableScope.ts';
import type { ReadableHit } from './access/trimToReadable.ts';
import { findMergedHits, type FindContext, type SearchResult } from './findHits.ts';
import { readPassages, type PassageContext } from './readPassages.ts';

/** Mean number of tokens of a passage with its tag. */
const PASSAGE_TOKENS = 300;
/** Share of a model's window that passages can use, and how many there are at least and at most. */
const PASSAGES_SHARE = 0.12;
const MIN_PASSAGES = 12;
const MAX_PASSAGES = 40;

/** How many passages an answer of a model reads: as many as help, and no more than its window has room for. */
export function countPassages({ context_window, max_output_tokens }: Model): number {
  const fitting = Math.floor(((context_window - max_output_tokens) * PASSAGES_SHARE) / PASSAGE_TOKENS);
  return Math.min(MAX_PASSAGES, Math.max(MIN_PASSAGES, fitting));
}

export interface SiteSearchResult extends SearchResult {
  /** The first hits, whose text became passages. */
  passageHits: readonly ReadableHit[];
  passages: Passage[];
}

/** The part of a site's files that a search of a person covers. */
export function getSiteScope(
  ctx: AppContext,
  person: Person,
  site: Pick<SiteRow, 'tenantId' | 'id'>,
  itemIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadableScope> {
  const filter = { tenantId: site.tenantId, siteIds: [site.id], itemIds: itemIds.length > 0 ? itemIds : null };
  return getReadableScope(ctx, person, filter, signal);
}

/** Searches for one or several queries in what the person can read, and reads passages for the best hits. */
export async function searchSite(
  ctx: FindContext & PassageContext,
  person: Person,
  scope: ReadableScope,
  { queries, maxPassages = MIN_PASSAGES }: { queries: readonly string[]; maxPassages?: number },
  signal: AbortSignal,
): Promise<SiteSearchResult> {
  const result = await findMergedHits(ctx, person, scope, queries, signal);
  const passageHits = result.hits.slice(0, maxPassages);
  return { ...result, passageHits, passages: await readPassages(ctx, passageHits) };
}
