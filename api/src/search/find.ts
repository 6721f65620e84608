import type { World } from '../world.ts';
import type { Found, Scope, Wanted } from '../storage/tables/chunkSearch.ts';
import { gather } from './candidates.ts';
import { bestOf, smooth, widen } from './feedback.ts';
import type { Hit } from './hits.ts';
import { readQuestion, weigh, type Weights } from './question.ts';
import { scoreByWords, toShare, type Candidate } from './score.ts';
import { nearBy, type Near } from './vectors.ts';

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

/** Chunks that are looked at closely: by their words, by those of their files, by what the best of them add, by vectors. */
const BY_WORDS = 150;
const BY_FILES = 40;
const BY_FEEDBACK = 80;
/** Words that are in more than this share of the chunks rank what others have selected; they select nothing themselves. */
const COMMON = 0.05;
/** Words that feedback added and that select chunks of their own. */
const SELECTING = 12;
/** What nearness of vectors counts beside words. */
const VECTORS = 0.6;
/** What the first, narrow ranking counts beside the widened one. */
const NARROW = 0.3;

/**
 * Looks for a question inside some sites: BM25 over words, widened by what the best hits say, evened out among neighbours,
 * together with the nearness of vectors. Gives ids and scores, never text. Where vectors cannot be had, words alone find.
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
  const near: Promise<Near> = parts.vectors
    ? nearBy(world, scope, text, signal)
    : Promise.resolve({ embedder: null, nearness: new Map(), found: [] });
  const question = await readQuestion(store, scope, text);
  const found = [
    ...(await byWords(store, scope, question.weights, BY_WORDS)),
    ...(await byFiles(store, scope, question.weights)),
  ];
  const { embedder, nearness, found: nearest } = await near;
  let candidates = await gather(store, [...found, ...nearest], question.weights);
  let scores = scoreByWords(candidates, question.weights, scope, parts.title);
  if (parts.feedback && candidates.length > 0) {
    const widened = await widenFrom(store, scope, question.weights, candidates, scores);
    const more = await byWords(store, scope, added(widened, question.weights), BY_FEEDBACK, widened);
    candidates = await gather(store, [...found, ...nearest, ...more], widened);
    const narrow = toShare(scoreByWords(candidates, question.weights, scope, parts.title));
    const wide = toShare(scoreByWords(candidates, widened, scope, parts.title));
    scores = candidates.map((_, at) => NARROW * (narrow[at] ?? 0) + (1 - NARROW) * (wide[at] ?? 0));
  }
  if (parts.neighbours) scores = smooth(candidates, toShare(scores));
  return {
    hits: await ranked(store, where.tenantId, candidates, fuse(candidates, scores, nearness)),
    embedder,
    words: question.words,
    ms: clock.monotonic() - began,
  };
}

type SearchStore = FindWorld['store'];

async function byWords(
  store: SearchStore,
  scope: Scope,
  weights: Weights,
  limit: number,
  ranking = weights,
): Promise<Found[]> {
  return store.chunkSearch.byWords(scope, selecting(weights, scope), asWanted(ranking, 'chunk'), limit);
}

async function byFiles(store: SearchStore, scope: Scope, weights: Weights): Promise<Found[]> {
  return store.chunkSearch.filesByWords(scope, asWanted(weights, 'file'), asWanted(weights, 'file'), BY_FILES);
}

const asWanted = (weights: Weights, of: 'chunk' | 'file'): Wanted[] =>
  [...weights].map(([word, weight]) => ({ word, weight: weight[of] }));

/** The rarer words; of a question with common words only, the rarest of those. */
function selecting(weights: Weights, scope: Scope): Wanted[] {
  const wanted = asWanted(weights, 'chunk');
  const enough = Math.log(1 + (1 - COMMON) / COMMON);
  const rare = wanted.filter(({ weight }) => weight >= enough);
  return rare.length > 0 || scope.chunks < 2_000
    ? scope.chunks < 2_000
      ? wanted
      : rare
    : wanted.toSorted((a, b) => b.weight - a.weight).slice(0, 1);
}

async function widenFrom(
  store: SearchStore,
  scope: Scope,
  question: Weights,
  candidates: readonly Candidate[],
  scores: readonly number[],
) {
  const best = bestOf(candidates, scores);
  const amounts = new Map(
    best.flatMap(({ candidate }) => [...candidate.words.keys()].map((word): [string, number] => [word, 1])),
  );
  return widen(question, best, await weigh(store, scope, amounts), scope);
}

/** The weightiest of the words that feedback brought. */
function added(widened: Weights, question: Weights): Weights {
  const brought = [...widened].filter(([word]) => !question.has(word));
  return new Map(brought.toSorted(([, a], [, b]) => b.chunk - a.chunk).slice(0, SELECTING));
}

function fuse(
  candidates: readonly Candidate[],
  scores: readonly number[],
  nearness: ReadonlyMap<number, number>,
): number[] {
  const words = toShare(scores);
  return candidates.map(({ id }, at) => (words[at] ?? 0) + VECTORS * (nearness.get(id) ?? 0));
}

/** Hits with the files they are of, closest first; what has left its corpus meanwhile is left out. */
async function ranked(
  store: SearchStore,
  tenantId: string,
  candidates: readonly Candidate[],
  scores: readonly number[],
): Promise<Hit[]> {
  const files = await store.chunkSearch.files(tenantId, [...new Set(candidates.map(({ setId }) => setId))]);
  const fileOf = new Map(files.map((file) => [file.setId, file]));
  const hits = candidates.flatMap(({ id, setId }, at): Hit[] => {
    const file = fileOf.get(setId);
    return file ? [{ chunkId: id, setId, siteId: file.siteId, itemId: file.itemId, score: scores[at] ?? 0 }] : [];
  });
  return hits.toSorted((a, b) => b.score - a.score || a.chunkId - b.chunkId);
}
