import type { World } from '../world.ts';
import type { ChunkWords, Found, Scope, Wanted } from '../storage/tables/chunkSearch.ts';
import { bestOf, mostTelling, widen } from './feedback.ts';
import type { Hit } from './hits.ts';
import { smooth } from './neighbours.ts';
import { readQuestion, weigh, type Weights } from './question.ts';
import { coverage, doubt, placeInFiles, scoreAlone, scoreByWords, toShare } from './score.ts';
import { nearBy, nothingNear } from './vectors.ts';

export type FindWorld = Pick<World, 'models' | 'log' | 'clock'> & {
  store: Pick<World['store'], 'chunkSearch' | 'stems'>;
};

export interface Where {
  tenantId: string;
  siteIds: readonly string[];
  /** Only these files; all of them where it is null. */
  itemIds: readonly string[] | null;
}

/** What a search consists of; the bench leaves parts out to see what each is worth. */
export interface Parts {
  title: boolean;
  feedback: boolean;
  neighbours: boolean;
  vectors: boolean;
}

const ALL_PARTS: Parts = { title: true, feedback: true, neighbours: true, vectors: true };

export interface FoundHits {
  /** Closest first; what the person may read of them is not known here. */
  hits: Hit[];
  embedder: string | null;
  words: readonly { word: string; shown: string }[];
  ms: number;
}

/** Chunks that are looked at closely for their words, and for the words that feedback brought. */
const BY_WORDS = 120;
const BY_FEEDBACK = 60;
/** Hits that are given; nobody looks further. */
const HITS = 120;
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
 * Looks for a question inside some sites: BM25 over words, widened by what the best hits say, together with the nearness of
 * vectors, evened out among neighbours. Gives ids and scores, never text. Where vectors cannot be had, words alone find.
 */
export async function find(
  world: FindWorld,
  where: Where,
  text: string,
  signal: AbortSignal,
  parts = ALL_PARTS,
): Promise<FoundHits> {
  const { store, clock } = world;
  const began = clock.monotonic();
  const scope = await store.chunkSearch.scope(where.tenantId, where.siteIds, where.itemIds);
  const near = parts.vectors ? nearBy(world, scope, text, signal) : Promise.resolve(nothingNear);
  const question = await readQuestion(store, scope, text);
  const { weights, words } = question;
  const found = await store.chunkSearch.byWords(scope, selecting(weights, scope), asWanted(weights), BY_WORDS);
  const { embedder, nearness, found: nearest } = await near;
  let candidates = await withWords(store, [...found, ...nearest]);
  let scores = scoreByWords(candidates, question, weights, scope, parts.title);
  const best = bestOf(candidates, scores);
  const doubted = doubt(best[0] ? coverage(best[0].candidate, question) : 0);
  if (parts.feedback && best.length > 0 && doubted > 0) {
    const rarities = await weigh(store, scope, mostTelling(best, candidates));
    const widened = widen(weights, best, rarities, scope, doubted);
    const more = await byFeedback(store, scope, widened, weights);
    candidates = [...candidates, ...(await withWords(store, more, candidates))];
    scores = scoreByWords(candidates, question, widened, scope, parts.title);
  }
  const withNearness = (shares: readonly number[]) =>
    candidates.map(({ id }, at) => (shares[at] ?? 0) + VECTORS * doubted * (nearness.get(id) ?? 0));
  scores = withNearness(toShare(scores));
  if (parts.neighbours) {
    const covered = candidates.map((candidate) => coverage(candidate, question));
    scores = smooth(candidates, scores, covered);
  }
  scores = placeInFiles(candidates, scores, withNearness(scoreAlone(candidates, question, weights, scope)));
  return {
    hits: await ranked(store, where.tenantId, candidates, scores),
    embedder,
    words,
    ms: clock.monotonic() - began,
  };
}

type SearchStore = FindWorld['store'];

const asWanted = (weights: Weights): Wanted[] => [...weights].map(([word, weight]) => ({ word, weight: weight.chunk }));
const heaviest = (wanted: readonly Wanted[], most: number) =>
  wanted.toSorted((a, b) => b.weight - a.weight).slice(0, most);

/** The rarer words; of a question with common words only, the rarest of those. */
function selecting(weights: Weights, scope: Scope): Wanted[] {
  const wanted = asWanted(weights);
  if (scope.chunks < FEW_CHUNKS) return wanted;
  const enough = Math.log(1 + (1 - COMMON) / COMMON);
  const rare = wanted.filter(({ weight }) => weight >= enough);
  return rare.length > 0 ? rare : heaviest(wanted, 1);
}

/** Chunks with the weightiest of the words that feedback brought. */
async function byFeedback(store: SearchStore, scope: Scope, widened: Weights, question: Weights): Promise<Found[]> {
  const brought = asWanted(widened).filter(({ word }) => !question.has(word));
  return store.chunkSearch.byWords(
    scope,
    heaviest(brought, SELECTING),
    heaviest(asWanted(widened), RANKING),
    BY_FEEDBACK,
  );
}

/** Each chunk once, with all its words; those that are known already are left out. */
async function withWords(
  store: SearchStore,
  found: readonly Found[],
  known: readonly ChunkWords[] = [],
): Promise<ChunkWords[]> {
  const here = new Set(known.map(({ id }) => id));
  const missing = [...new Set(found.map(({ id }) => id))].filter((id) => !here.has(id));
  return missing.length > 0 ? store.chunkSearch.words(missing) : [];
}

/** Hits with the files they are of, closest first; what has left its corpus meanwhile is left out. */
async function ranked(
  store: SearchStore,
  tenantId: string,
  candidates: readonly ChunkWords[],
  scores: readonly number[],
): Promise<Hit[]> {
  const best = candidates
    .map(({ id, setId }, at) => ({ chunkId: id, setId, score: scores[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score || a.chunkId - b.chunkId)
    .slice(0, HITS);
  const files = await store.chunkSearch.files(tenantId, [...new Set(best.map(({ setId }) => setId))]);
  const fileOf = new Map(files.map((file) => [file.setId, file]));
  return best.flatMap((hit): Hit[] => {
    const file = fileOf.get(hit.setId);
    return file ? [{ ...hit, siteId: file.siteId, itemId: file.itemId }] : [];
  });
}
