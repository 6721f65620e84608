import type { Model } from '#contract/models.ts';
import type { Person } from '#api/identity/person.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';
import { getReadableScope, type ReadableScope } from './access/readableScope.ts';
import { findMergedHits, type FindContext, type SearchResult } from './findHits.ts';
import type { ReadableHit } from './access/trimToReadable.ts';
import { createModelReranker } from './modelReranker.ts';
import { readBestPassages, readHits, type PassageContext, type ReadHits } from './readPassages.ts';

/** Share of a model's window that the passages of a search can use, and what they have in a smaller window. */
const WINDOW_SHARE = 0.3;
const MIN_TOKENS = 3_600;

/** Tokens of the passages that a search makes for a model: as many as are set, and no more than its window has room for. */
export function getPassageTokens(
  { passageTokens }: Pick<AppContext, 'passageTokens'>,
  { context_window, max_output_tokens }: Model,
): number {
  return Math.min(passageTokens, Math.max(MIN_TOKENS, (context_window - max_output_tokens) * WINDOW_SHARE));
}

export type SiteSearchResult = SearchResult & ReadHits;

/** How many of the best hits are reranked. */
const MAX_RERANKED = 60;

/**
 * The part of the sites' files that a search of a person covers, and long files of the chat. One scope for all makes one
 * ranking.
 */
export function getSiteScope(
  ctx: AppContext,
  person: Person,
  sites: readonly Pick<SiteRow, 'id'>[],
  itemIds: readonly string[],
  signal: AbortSignal,
  fileIds: readonly string[] = [],
): Promise<ReadableScope> {
  const siteIds = sites.map(({ id }) => id);
  const chosen = itemIds.length > 0 ? [...itemIds, ...fileIds] : null;
  const filter = { tenantId: person.tenantId, siteIds, fileIds, itemIds: chosen };
  return getReadableScope(ctx, person, filter, signal);
}

/** The context of a search for a model: with the reranker of the installation or, if it has none, the model as reranker. */
export function withReranker(ctx: AppContext, models: PersonModels, model: Model): AppContext {
  const { organizations, log } = ctx;
  if (ctx.reranker || !organizations.get(models.owner.tenantId).modelReranks) return ctx;
  return { ...ctx, reranker: createModelReranker({ models, log }, model) };
}

/** Searches for one or several queries in what the person can read, and reads the best hits as passages. */
export async function searchSite(
  ctx: FindContext & PassageContext & Partial<Pick<AppContext, 'reranker'>>,
  person: Person,
  scope: ReadableScope,
  { queries, maxTokens }: { queries: readonly string[]; maxTokens: number },
  signal: AbortSignal,
): Promise<SiteSearchResult> {
  const found = await findMergedHits(ctx, person, scope, queries, signal);
  const hits = await rerank(ctx, queries.join('; '), found.hits, signal);
  return { ...found, hits, ...(await readBestPassages(ctx, hits, maxTokens)) };
}

/** Reorders the best hits by their texts. The reranker gets nothing that the person can't read. */
async function rerank(
  { reranker, store }: PassageContext & Partial<Pick<AppContext, 'reranker'>>,
  query: string,
  hits: readonly ReadableHit[],
  signal: AbortSignal,
): Promise<ReadableHit[]> {
  if (!reranker) return [...hits];
  const { passageHits, passages } = await readHits({ store }, hits.slice(0, MAX_RERANKED));
  const texts = passages.map(({ fileName, text }) => `${fileName}\n${text}`);
  const order = await reranker.rerank(query, texts, signal);
  const reranked = new Set(order?.flatMap((position) => passageHits[position] ?? []));
  return [...reranked, ...hits.filter((hit) => !reranked.has(hit))];
}
