import type { ChunkWords } from '../storage/tables/chunkSearch.ts';
import { countsOf } from './feedback.ts';
import { doubt, highestByFile } from './score.ts';

/** Neighbours that have a say in each candidate's score, and how much all of them together at most. */
const NEIGHBOURS = 10;
const NEIGHBOURS_SHARE = 0.6;
/** Neighbours whose likenesses sum up to no more than this have at most half of their say: they are hardly neighbours. */
const HARDLY_ALIKE = 0.5;

/**
 * Lets candidates that say nearly the same have nearly the same score (Diaz, Regularizing ad hoc retrieval scores, 2005):
 * each takes a part of its score from those of other files that are most like it, of each file its best; the less, the
 * more of the question it says itself, and the less like it they are. Likeness is the cosine of vectors fitted to these
 * candidates: their words, weighed by how few of them have each.
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
