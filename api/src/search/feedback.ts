import type { Scope } from '../storage/tables/chunkSearch.ts';
import type { Weight, Weights } from './question.ts';
import { saturated, type Candidate } from './score.ts';

/** The best files are taken for what the person means; their words are looked for too. */
const FILES = 5;
const WORDS = 50;
/** What the weightiest of these words counts beside the weightiest of the question. */
const SHARE = 0.6;
/** A file's say falls with the third power of its score: where one stands out, it speaks alone. */
const POWER = 3;

/** The best chunk of each of the best files, with its say. */
export function bestOf(
  candidates: readonly Candidate[],
  scores: readonly number[],
): { candidate: Candidate; say: number }[] {
  const order = [...candidates.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const best = new Map<string, { candidate: Candidate; say: number }>();
  for (const at of order) {
    const [candidate, score] = [candidates[at], scores[at] ?? 0];
    if (best.size === FILES || !candidate || score <= 0) break;
    if (!best.has(candidate.setId)) best.set(candidate.setId, { candidate, say: score ** POWER });
  }
  return [...best.values()];
}

/**
 * Pseudo-relevance feedback after Rocchio (1971), in BM25's weights: the question's words and those that tell the best
 * files apart. Words that only one chunk has say nothing of others.
 */
export function widen(
  question: Weights,
  best: readonly { candidate: Candidate; say: number }[],
  rarities: Weights,
  scope: Scope,
): Map<string, Weight> {
  const worth = new Map<string, number>();
  for (const { candidate, say } of best) {
    for (const [word, occurrences] of candidate.words) {
      const rarity = rarities.get(word)?.chunk;
      if (rarity === undefined) continue;
      const share = saturated(occurrences.length, candidate.length, scope.chunkLength);
      worth.set(word, (worth.get(word) ?? 0) + say * share * rarity);
    }
  }
  const added = [...worth].toSorted(([, a], [, b]) => b - a).slice(0, WORDS);
  const most = added[0]?.[1] ?? 1;
  const widened = new Map(question);
  for (const [word, value] of added) {
    const rarity = rarities.get(word);
    if (!rarity) continue;
    const amount = (SHARE * value) / most;
    const before = widened.get(word) ?? { chunk: 0, file: 0 };
    widened.set(word, { chunk: before.chunk + amount * rarity.chunk, file: before.file + amount * rarity.file });
  }
  return widened;
}

/** Neighbours that have a say in each candidate's score, and how much all of them together. */
const NEIGHBOURS = 20;
const NEIGHBOURS_SHARE = 0.5;

/**
 * Lets candidates that say nearly the same have nearly the same score (Diaz, Regularizing ad hoc retrieval scores, 2005):
 * each takes half of its score from those most like it. Likeness is the cosine of vectors fitted to these candidates:
 * their words, weighed by how few of them have each.
 */
export function smooth(candidates: readonly Candidate[], scores: readonly number[]): number[] {
  const vectors = fitted(candidates);
  const having = new Map<string, { at: number; value: number }[]>();
  for (const [at, vector] of vectors.entries()) {
    for (const [word, value] of vector) {
      const list = having.get(word);
      if (list) list.push({ at, value });
      else having.set(word, [{ at, value }]);
    }
  }
  return vectors.map((vector, at) => {
    const likeness = new Float64Array(candidates.length);
    for (const [word, value] of vector) {
      for (const other of having.get(word) ?? []) likeness[other.at] = (likeness[other.at] ?? 0) + value * other.value;
    }
    likeness[at] = 0;
    const nearest = [...likeness.keys()]
      .toSorted((a, b) => (likeness[b] ?? 0) - (likeness[a] ?? 0))
      .slice(0, NEIGHBOURS);
    let [sum, all] = [0, 0];
    for (const other of nearest) {
      sum += (likeness[other] ?? 0) * (scores[other] ?? 0);
      all += likeness[other] ?? 0;
    }
    return (1 - NEIGHBOURS_SHARE) * (scores[at] ?? 0) + NEIGHBOURS_SHARE * (all === 0 ? 0 : sum / all);
  });
}

/** Vectors of length 1 over the words that at least two candidates have. */
function fitted(candidates: readonly Candidate[]): Map<string, number>[] {
  const having = new Map<string, number>();
  for (const { words } of candidates) for (const word of words.keys()) having.set(word, (having.get(word) ?? 0) + 1);
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
