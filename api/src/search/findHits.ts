import type { Person } from '../identity/person.ts';
import type { WeightedWord, CorpusFilter } from '../storage/tables/search/chunkSearch.ts';
import type { AppContext } from '../context.ts';
import { bestOf, mostTelling, widen } from './ranking/relevanceFeedback.ts';
import { firstReadable, type Wish } from './access/collectReadable.ts';
import { smooth } from './ranking/neighbors.ts';
import { readQuestion, weigh, type Question, type Weights } from './ranking/queryTerms.ts';
import { readableChunks, type ReadableChunk } from './ranking/readableChunks.ts';
import { readableScope, type ReadableScope, type Statistics } from './access/readableScope.ts';
import { coverage, doubt, placeInFiles, scoreAlone, scoreByWords, toShare } from './ranking/bm25.ts';
import type { ReadableHit } from './access/trim.ts';
import { embedQuestion, nearBy, notEmbedded, type Near } from './ranking/vectorSearch.ts';

export type FindContext = Pick<AppContext, 'models' | 'log' | 'clock'> & {
  graph: Pick<AppContext['graph'], 'getReadableItems'>;
  store: Pick<AppContext['store'], 'stems' | 'wordCounts'> & {
    chunkSearch: Omit<AppContext['store']['chunkSearch'], 'findTexts'>;
  };
};

/** What a search consists of; the bench leaves parts out to see what each is worth. */
export interface Parts {
  title: boolean;
  feedback: boolean;
  neighbours: boolean;
  vectors: boolean;
}

const ALL_PARTS: Parts = { title: true, feedback: true, neighbours: true, vectors: true };

export interface FoundHits {
  /** What the person can read of what was found, closest first, without a score: their order is all that leaves. */
  hits: ReadableHit[];
  embedder: string | null;
  words: readonly { word: string; display: string }[];
  ms: number;
}

/** Chunks that are looked at closely for their words, and for the words that feedback brought. */
const BY_WORDS: Wish = { enough: 120, most: 200 };
const BY_FEEDBACK: Wish = { enough: 60, most: 100 };
/** Hits that are given; nobody looks further. */
const HITS = 120;
/** Hits below this share of the best one's score are not about the question. */
const FLOOR = 0.15;
/** Words that are in more than this share of the chunks rank what others have selected; they select nothing themselves. */
const COMMON = 0.05;
/** Below this many chunks every word may select. */
const FEW_CHUNKS = 2_000;
/** Words of feedback that select chunks of their own, and that rank them. */
const SELECTING = 10;
const RANKING = 16;
/** What nearness of vectors counts beside words, where words leave everything open. */
const VECTORS = 0.2;

/**
 * Looks for a question inside some sites, in what the person can read: BM25 over words, widened by what the best hits say,
 * together with the nearness of vectors, evened out among neighbours. Chunks that are closed to the person are dropped
 * before anything is compared: no score, no statistic and no limit depends on them. Where vectors cannot be had, words
 * alone find.
 */
export async function find(
  ctx: FindContext,
  person: Person,
  where: CorpusFilter,
  text: string,
  signal: AbortSignal,
  parts = ALL_PARTS,
): Promise<FoundHits> {
  const { store, clock } = ctx;
  const began = clock.monotonic();
  const [scope, embedded] = await Promise.all([
    readableScope(ctx, person, where),
    parts.vectors ? embedQuestion(ctx, text, signal) : notEmbedded,
  ]);
  const search: Search = { ctx, person, scope, question: await readQuestion(store, scope, text), parts };
  const { weights, words } = search.question;
  const [byWords, near] = await Promise.all([
    listByWords(search, selecting(weights, scope), asWanted(weights), BY_WORDS),
    nearBy(ctx, person, scope, embedded),
  ]);
  const found = await readableChunks(store, [...byWords, ...near.hits]);
  const hits = ranked(...(await score(search, found, near)));
  return { hits, embedder: embedded.embedder, words, ms: clock.monotonic() - began };
}

interface Search {
  ctx: FindContext;
  person: Person;
  scope: ReadableScope;
  question: Question;
  parts: Parts;
}

/** Candidates, those of feedback included, with their scores. */
async function score(
  search: Search,
  found: readonly ReadableChunk[],
  { nearness }: Near,
): Promise<[readonly ReadableChunk[], number[]]> {
  const { scope, question, parts } = search;
  let candidates = found;
  let scores = scoreByWords(candidates, question, question.weights, scope, parts.title);
  const best = bestOf(candidates, scores);
  const doubted = doubt(best[0] ? coverage(best[0].candidate, question) : 0);
  if (parts.feedback && best.length > 0 && doubted > 0) {
    const rarities = await weigh(scope, mostTelling(best, candidates));
    const widened = widen(question.weights, best, rarities, scope, doubted);
    candidates = [...candidates, ...(await byFeedback(search, widened, candidates))];
    scores = scoreByWords(candidates, question, widened, scope, parts.title);
  }
  const withNearness = (shares: readonly number[]) =>
    candidates.map(({ id }, at) => (shares[at] ?? 0) + VECTORS * doubted * (nearness.get(id) ?? 0));
  scores = withNearness(toShare(scores));
  if (parts.neighbours) {
    const covered = candidates.map((candidate) => coverage(candidate, question));
    scores = smooth(candidates, scores, covered);
  }
  const own = withNearness(scoreAlone(candidates, question, question.weights, scope));
  return [candidates, placeInFiles(candidates, scores, own)];
}

const asWanted = (weights: Weights): WeightedWord[] =>
  [...weights].map(([word, weight]) => ({ word, weight: weight.chunk }));
const heaviest = (wanted: readonly WeightedWord[], most: number) =>
  wanted.toSorted((a, b) => b.weight - a.weight).slice(0, most);

/** The rarer words; of a question with common words only, the rarest of those. */
function selecting(weights: Weights, { chunks }: Statistics): WeightedWord[] {
  const wanted = asWanted(weights);
  if (chunks < FEW_CHUNKS) return wanted;
  const enough = Math.log(1 + (1 - COMMON) / COMMON);
  const rare = wanted.filter(({ weight }) => weight >= enough);
  return rare.length > 0 ? rare : heaviest(wanted, 1);
}

/** The readable chunks that have any of the words that select, closest first. */
function listByWords(
  { ctx, person, scope }: Search,
  selectingWords: readonly WeightedWord[],
  wanted: readonly WeightedWord[],
  wish: Wish,
): Promise<ReadableHit[]> {
  const { chunkSearch } = ctx.store;
  return firstReadable(
    ctx,
    person,
    scope,
    (at, limit) => chunkSearch.findByWords(at, selectingWords, wanted, scope.meanLength, limit),
    wish,
  );
}

/** Further chunks, with the weightiest of the words that feedback brought. */
async function byFeedback(search: Search, widened: Weights, known: readonly ReadableChunk[]): Promise<ReadableChunk[]> {
  const brought = asWanted(widened).filter(({ word }) => !search.question.weights.has(word));
  const selectingWords = heaviest(brought, SELECTING);
  const hits = await listByWords(search, selectingWords, heaviest(asWanted(widened), RANKING), BY_FEEDBACK);
  return readableChunks(search.ctx.store, hits, known);
}

/** Hits that are about the question, closest first. Equals stand in the order of their files, not of when they were added. */
function ranked(candidates: readonly ReadableChunk[], scores: readonly number[]): ReadableHit[] {
  const least = FLOOR * Math.max(0, ...scores);
  return candidates
    .map(({ id, readable }, at) => ({ id, readable, score: scores[at] ?? 0 }))
    .filter(({ score: own }) => own >= least)
    .toSorted((a, b) => b.score - a.score || compare(a.readable.file.itemId, b.readable.file.itemId) || a.id - b.id)
    .slice(0, HITS)
    .map(({ readable }) => readable);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
