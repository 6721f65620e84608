import type { ChunkWords, Scope } from '../storage/tables/chunkSearch.ts';
import type { Weight, Weights } from './question.ts';
import { highestByFile, saturated } from './score.ts';

/** How it falls with what a chunk says of the question: not before it says nearly all of it. */
const CERTAINTY = 4;

/** How far what a chunk says leaves open whether it is what was asked for: 0 where it says all of the question. */
export const doubt = (covered: number) => 1 - covered ** CERTAINTY;

/** The best files are taken for what the person means; their words are looked for too. */
const FILES = 5;
const WORDS = 50;
/** What the weightiest of these words counts beside one of the question, where nothing of the question was found. */
const SHARE = 0.15;
/** A file's say falls with the third power of its score: where one stands out, it speaks alone. */
const POWER = 3;

/** The best chunk of each of the best files, with its say. */
export function bestOf(
  candidates: readonly ChunkWords[],
  scores: readonly number[],
): { candidate: ChunkWords; say: number }[] {
  const order = [...candidates.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const best = new Map<string, { candidate: ChunkWords; say: number }>();
  for (const at of order) {
    const [candidate, score] = [candidates[at], scores[at] ?? 0];
    if (best.size === FILES || !candidate || score <= 0) break;
    if (!best.has(candidate.setId)) best.set(candidate.setId, { candidate, say: score ** POWER });
  }
  return [...best.values()];
}

/** Words of the best chunks whose rarity is looked up. */
const LOOKED_UP = 150;

/** Words of the best chunks, those first that few of the candidates have: each asked for once. */
export function mostTelling(
  best: readonly { candidate: ChunkWords }[],
  candidates: readonly ChunkWords[],
): Map<string, number> {
  const having = countsOf(candidates);
  const worth = new Map<string, number>();
  for (const { candidate } of best) {
    for (const [word, occurrences] of candidate.words) {
      const rarity = Math.log(1 + candidates.length / (having.get(word) ?? 1));
      worth.set(word, (worth.get(word) ?? 0) + rarity * Math.min(3, occurrences.length));
    }
  }
  const most = [...worth].toSorted(([, a], [, b]) => b - a).slice(0, LOOKED_UP);
  return new Map(most.map(([word]) => [word, 1]));
}

/** In how many of the chunks each word is. */
function countsOf(chunks: readonly ChunkWords[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of chunks) for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Pseudo-relevance feedback after Rocchio (1971), in BM25's weights: the question's words and those that tell the best
 * files apart. Words that only one chunk has say nothing of others.
 * @param doubted how little the question is answered by what was found, between 0 and 1
 */
export function widen(
  question: Weights,
  best: readonly { candidate: ChunkWords; say: number }[],
  rarities: Weights,
  scope: Scope,
  doubted: number,
): Map<string, Weight> {
  const worth = new Map<string, number>();
  for (const { candidate, say } of best) {
    for (const [word, occurrences] of candidate.words) {
      const rarity = rarities.get(word)?.chunk;
      if (rarity === undefined) continue;
      const share = saturated(occurrences.length, candidate.length, scope.meanLength);
      worth.set(word, (worth.get(word) ?? 0) + say * share * rarity);
    }
  }
  const added = [...worth].toSorted(([, a], [, b]) => b - a).slice(0, WORDS);
  const most = added[0]?.[1] ?? 1;
  const widened = new Map(question);
  for (const [word, value] of added) {
    const rarity = rarities.get(word);
    if (!rarity) continue;
    const amount = (SHARE * doubted * value) / most;
    const before = widened.get(word) ?? { chunk: 0, file: 0 };
    widened.set(word, { chunk: before.chunk + amount * rarity.chunk, file: before.file + amount * rarity.file });
  }
  return widened;
}

/** Neighbours that have a say in each candidate's score, and how much all of them together at most. */
const NEIGHBOURS = 10;
const NEIGHBOURS_SHARE = 0.6;
/** Neighbours whose likenesses sum up to no more than this have at most half of their say: they are hardly neighbours. */
const HARDLY_ALIKE = 0.5;

/**
 * Lets candidates that say nearly the same have nearly the same score (Diaz, Regularizing ad hoc retrieval scores, 2005):
 * each takes a part of its score from those of other files that are most like it, of each file its best; the less, the
 * more of the question it says itself, and the less like it they are. Likeness is the cosine of vectors fitted to these candidates: their words, weighed
 * by how few of them have each.
 * @param covered how much of the question each says, between 0 and 1
 */
export function smooth(
  candidates: readonly ChunkWords[],
  scores: readonly number[],
  covered: readonly number[],
): number[] {
  const highest = highestByFile(candidates, scores);
  return likenesses(candidates).map((likeness, at) => {
    const own = scores[at] ?? 0;
    let [sum, all] = [0, 0];
    for (const [setId, like] of nearest(candidates, likeness, candidates[at]?.setId)) {
      sum += like * (highest.get(setId) ?? 0);
      all += like;
    }
    const share = (NEIGHBOURS_SHARE * doubt(covered[at] ?? 0) * all) / (all + HARDLY_ALIKE);
    return all === 0 ? own : (1 - share) * own + (share * sum) / all;
  });
}

/** The other files that are most like a candidate, by the chunk of theirs that is. */
function nearest(
  candidates: readonly ChunkWords[],
  likeness: Float64Array,
  ownSet: string | undefined,
): [string, number][] {
  const files = new Map<string, number>();
  for (const [at, { setId }] of candidates.entries()) {
    const like = likeness[at] ?? 0;
    if (setId !== ownSet && like > (files.get(setId) ?? 0)) files.set(setId, like);
  }
  return [...files].toSorted(([, a], [, b]) => b - a).slice(0, NEIGHBOURS);
}

/** The cosine of each candidate with every one, itself included. */
function likenesses(candidates: readonly ChunkWords[]): Float64Array[] {
  const vectors = fitted(candidates);
  const having = new Map<string, { at: number; value: number }[]>();
  for (const [at, vector] of vectors.entries()) {
    for (const [word, value] of vector) {
      const list = having.get(word);
      if (list) list.push({ at, value });
      else having.set(word, [{ at, value }]);
    }
  }
  return vectors.map((vector) => {
    const likeness = new Float64Array(candidates.length);
    for (const [word, value] of vector) {
      for (const other of having.get(word) ?? []) likeness[other.at] = (likeness[other.at] ?? 0) + value * other.value;
    }
    return likeness;
  });
}

/** Vectors of length 1 over the words that at least two candidates have. */
function fitted(candidates: readonly ChunkWords[]): Map<string, number>[] {
  const having = countsOf(candidates);
  return candidates.map(({ words }) => {
    const vector = new Map<string, number>();
    let squares = 0;
    for (const [word, occurrences] of words) {
      const others = having.get(word) ?? 0;
      if (others < 2) continue;
      const value = (1 + Math.log(occurrences.length)) * Math.log(1 + candidates.length / others);
      vector.set(word, value);
      squares += value * value;
    }
    const length = Math.sqrt(squares) || 1;
    for (const [word, value] of vector) vector.set(word, value / length);
    return vector;
  });
}
