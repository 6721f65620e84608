import type { ReadableChunk } from './readableChunks.ts';
import { doubt, highestByFile } from './bm25.ts';

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
  candidates: readonly ReadableChunk[],
  scores: readonly number[],
  covered: readonly number[],
): number[] {
  const files = [...new Set(candidates.map(({ versionId }) => versionId))];
  const numberOf = new Map(files.map((versionId, number) => [versionId, number]));
  const fileOf = candidates.map(({ versionId }) => numberOf.get(versionId) ?? 0);
  const highest = highestByFile(candidates, scores);
  const scoreOf = files.map((versionId) => highest.get(versionId) ?? 0);
  return likenesses(candidates).map((likeness, at) => {
    const own = scores[at] ?? 0;
    const alike = byFile(likeness, fileOf, files.length);
    alike[fileOf[at] ?? 0] = 0;
    let [sum, all] = [0, 0];
    for (const file of largest(alike, NEIGHBOURS)) {
      const like = alike[file] ?? 0;
      sum += like * (scoreOf[file] ?? 0);
      all += like;
    }
    const share = (NEIGHBOURS_SHARE * doubt(covered[at] ?? 0) * all) / (all + HARDLY_ALIKE);
    return all === 0 ? own : (1 - share) * own + (share * sum) / all;
  });
}

/** How like each file is to a candidate, by the chunk of it that is most. */
function byFile(likeness: Float64Array, fileOf: readonly number[], files: number): Float64Array {
  const alike = new Float64Array(files);
  for (const [at, file] of fileOf.entries()) alike[file] = Math.max(alike[file] ?? 0, likeness[at] ?? 0);
  return alike;
}

/** Where the largest of some values above 0 are, the largest first. */
function largest(values: Float64Array, most: number): number[] {
  const found: number[] = [];
  for (const [at, value] of values.entries()) {
    if (value <= 0 || (found.length === most && value <= (values[found[most - 1] ?? 0] ?? 0))) continue;
    let place = found.length;
    while (place > 0 && (values[found[place - 1] ?? 0] ?? 0) < value) place -= 1;
    found.splice(place, 0, at);
    if (found.length > most) found.pop();
  }
  return found;
}

/** The cosine of each candidate with every one, itself included. */
function likenesses(candidates: readonly ReadableChunk[]): Float64Array[] {
  const rows = candidates.map(() => new Float64Array(candidates.length));
  for (const having of fitted(candidates)) {
    for (const [first, { at, value }] of having.entries()) {
      const row = rows[at];
      if (!row) continue;
      for (let other = first; other < having.length; other += 1) {
        const there = having[other];
        if (there) row[there.at] = (row[there.at] ?? 0) + value * there.value;
      }
    }
  }
  for (const [at, row] of rows.entries())
    for (let other = 0; other < at; other += 1) row[other] = rows[other]?.[at] ?? 0;
  return rows;
}

/** A word's share in the vector of a candidate. */
interface Having {
  at: number;
  value: number;
}

/** Vectors of length 1, word by word: which candidates have it, in their order. Words that only one has are left out. */
function fitted(candidates: readonly ReadableChunk[]): Having[][] {
  const byWord = new Map<string, Having[]>();
  for (const [at, { words }] of candidates.entries()) {
    for (const [word, occurrences] of words) {
      const one = { at, value: 1 + Math.log(occurrences.length) };
      const having = byWord.get(word);
      if (having) having.push(one);
      else byWord.set(word, [one]);
    }
  }
  const shared = [...byWord.values()].filter((having) => having.length > 1);
  const squares = new Float64Array(candidates.length);
  for (const having of shared) {
    const rare = Math.log(1 + candidates.length / having.length);
    for (const one of having) {
      one.value *= rare;
      squares[one.at] = (squares[one.at] ?? 0) + one.value * one.value;
    }
  }
  for (const having of shared) for (const one of having) one.value /= Math.sqrt(squares[one.at] ?? 0) || 1;
  return shared;
}
