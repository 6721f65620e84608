import type { Person } from '#api/identity/person.ts';
import type { WeightedWord } from '#api/storage/tables/search/chunkSearch.ts';
import type { AppContext } from '#api/context.ts';
import { collectReadable, type CollectLimits } from './access/collectReadable.ts';
import type { ReadableScope, Statistics } from './access/readableScope.ts';
import type { ReadableHit } from './access/trimToReadable.ts';
import {
  measureCoverage,
  normalize,
  orderWithinFiles,
  scoreByWords,
  scoreChunks,
  toUncertainty,
} from './ranking/bm25.ts';
import { mergeRanks } from './ranking/mergeRanks.ts';
import { smoothScores } from './ranking/neighbors.ts';
import { NAME_WEIGHT, parseQuery, type Query, type Weights } from './ranking/queryTerms.ts';
import { readChunkWords, type ReadableChunk } from './ranking/readableChunks.ts';
import { embedQuery, noVector, searchByVector, type VectorMatches } from './ranking/vectorSearch.ts';

export type FindContext = Pick<AppContext, 'log' | 'clock'> &
  Partial<Pick<AppContext, 'embeddingWeight'>> & {
    models: Pick<AppContext['models'], 'forPerson' | 'getEmbedderName'>;
    graph: Pick<AppContext['graph'], 'getReadableItems'>;
    store: Pick<AppContext['store'], 'stems' | 'wordCounts'> & {
      chunkSearch: Omit<AppContext['store']['chunkSearch'], 'findTexts'>;
    };
  };

/** Parts of the ranking. The benchmark switches them off to measure what each contributes. */
export interface RankingParts {
  title: boolean;
  neighbors: boolean;
  vectors: boolean;
}

const ALL_PARTS: RankingParts = { title: true, neighbors: true, vectors: true };

export interface SearchResult {
  /** Best first, without scores. */
  hits: ReadableHit[];
  embedder: string | null;
  words: readonly { word: string; display: string }[];
  ms: number;
}

/** Limits for the candidates that the words of the query find. */
const WORD_LIMITS: CollectLimits = { hits: 120, checkedFiles: 200 };
const MAX_HITS = 120;
/** Hits below this share of the best score are not about the query. */
const MIN_SCORE_SHARE = 0.15;
/** Words in a larger share of the chunks rank candidates but don't select any. */
const COMMON_WORD_SHARE = 0.05;
/** With fewer chunks, every word selects candidates. */
const FEW_CHUNKS = 2_000;
/** A word that is in a larger share of the names ranks candidates but doesn't select all chunks of these files. */
const COMMON_NAME_SHARE = 0.1;
/** Maximum weight of vector similarity relative to words. It applies if the best chunk has no word of the query. */
const VECTOR_WEIGHT = 0.2;

/** Finds readable hits for several queries, one query after the other, and merges the ranks. */
export async function findMergedHits(
  ctx: FindContext,
  person: Person,
  scope: ReadableScope,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<SearchResult> {
  const results: SearchResult[] = [];
  for (const text of texts) results.push(await findInScope(ctx, person, scope, text, signal));
  const hits = mergeRanks(
    results.map((result) => result.hits),
    ({ hit }) => hit.chunkId,
  );
  return {
    hits: hits.slice(0, MAX_HITS),
    embedder: results[0]?.embedder ?? null,
    words: [...new Map(results.flatMap(({ words }) => words).map((word) => [word.word, word])).values()],
    ms: results.reduce((total, { ms }) => total + ms, 0),
  };
}

/**
 * BM25 over words, combined with vector similarity, smoothed among neighbors. Unreadable
 * chunks are removed before anything is compared, so that no score, statistic or limit depends on them. Without an
 * embedder, only words are searched.
 * @param parts all, except for the benchmark
 */
export async function findInScope(
  ctx: FindContext,
  person: Person,
  scope: ReadableScope,
  text: string,
  signal: AbortSignal,
  parts = ALL_PARTS,
): Promise<SearchResult> {
  const { store, clock } = ctx;
  const startedAt = clock.monotonic();
  const queryVector = parts.vectors ? await embedQuery(ctx, person, text, signal) : noVector;
  const search: Search = { ctx, person, scope, query: await parseQuery(store, scope, text), signal, parts };
  const { weights, displayWords } = search.query;
  const [wordHits, vectorMatches] = await Promise.all([
    findByWords(search, selectRareWords(weights, scope)),
    searchByVector(ctx, person, scope, queryVector, signal),
  ]);
  const candidates = await readChunkWords(store, [...wordHits, ...vectorMatches.hits]);
  const hits = rank(candidates, scoreCandidates(search, candidates, vectorMatches));
  return { hits, embedder: queryVector.embedder, words: displayWords, ms: clock.monotonic() - startedAt };
}

interface Search {
  ctx: FindContext;
  person: Person;
  scope: ReadableScope;
  query: Query;
  signal: AbortSignal;
  parts: RankingParts;
}

function scoreCandidates(
  { scope, query, parts, ctx: { embeddingWeight = 0 } }: Search,
  candidates: readonly ReadableChunk[],
  { similarity }: VectorMatches,
): number[] {
  let scores = scoreByWords(candidates, query, query.weights, scope, parts.title);
  const coverages = candidates.map((candidate) => measureCoverage(candidate, query));
  const uncertainty = toUncertainty(coverages[scores.indexOf(Math.max(...scores))] ?? 0);
  const addSimilarity = (wordScores: readonly number[]) =>
    candidates.map(
      ({ id }, index) => (wordScores[index] ?? 0) + VECTOR_WEIGHT * uncertainty * (similarity.get(id) ?? 0),
    );
  scores = addSimilarity(normalize(scores));
  if (parts.neighbors) scores = smoothScores(candidates, scores, coverages);
  const chunkScores = addSimilarity(scoreChunks(candidates, query, query.weights, scope));
  const nearness = normalize(candidates.map(({ id }) => similarity.get(id) ?? 0));
  const trustVectors = (wordScores: readonly number[]) =>
    similarity.size === 0
      ? wordScores
      : wordScores.map((score, index) => (1 - embeddingWeight) * score + embeddingWeight * (nearness[index] ?? 0));
  return orderWithinFiles(candidates, trustVectors(scores), trustVectors(chunkScores));
}

const toWeightedWords = (weights: Weights): WeightedWord[] =>
  [...weights].map(([word, weight]) => ({ word, weight: weight.chunk }));

/** Selects the rarer words of the query; if all are common, the rarest of them. */
function selectRareWords(weights: Weights, { chunks }: Statistics): WeightedWord[] {
  const words = toWeightedWords(weights);
  if (chunks < FEW_CHUNKS) return words;
  const minWeight = Math.log(1 + (1 - COMMON_WORD_SHARE) / COMMON_WORD_SHARE);
  const rare = words.filter(({ weight }) => weight >= minWeight);
  return rare.length > 0 ? rare : words.toSorted((a, b) => b.weight - a.weight).slice(0, 1);
}

/** Finds readable chunks with any of the selecting words, best first by all words of the query. */
function findByWords(
  { ctx, person, scope, query, signal, parts }: Search,
  selecting: readonly WeightedWord[],
): Promise<ReadableHit[]> {
  const { chunkSearch } = ctx.store;
  const names = parts.title ? [...query.titles].map(([word, weight]) => ({ word, weight })) : [];
  const minNameWeight = NAME_WEIGHT * Math.log(1 + (1 - COMMON_NAME_SHARE) / COMMON_NAME_SHARE);
  const words = {
    selecting: selecting.map(({ word }) => word),
    selectingNames: names.filter(({ weight }) => weight >= minNameWeight).map(({ word }) => word),
    ranking: toWeightedWords(query.weights),
    names,
  };
  return collectReadable(
    ctx,
    person,
    scope,
    (chunkScope, limit) => chunkSearch.findByWords(chunkScope, words, scope.meanLength, limit),
    WORD_LIMITS,
    signal,
  );
}

/** Returns the hits that are about the query, best first. Equal scores are ordered by item id, so that results are stable. */
function rank(candidates: readonly ReadableChunk[], scores: readonly number[]): ReadableHit[] {
  const minScore = MIN_SCORE_SHARE * Math.max(0, ...scores);
  return candidates
    .map(({ id, readable }, index) => ({ id, readable, score: scores[index] ?? 0 }))
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score || compare(a.readable.file.itemId, b.readable.file.itemId) || a.id - b.id)
    .slice(0, MAX_HITS)
    .map(({ readable }) => readable);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
