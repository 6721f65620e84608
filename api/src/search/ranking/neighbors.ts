import { getMaxByFile, toUncertainty } from './bm25.ts';
import type { ReadableChunk } from './readableChunks.ts';

/** How many neighbors affect a candidate's score, and the maximum of their total weight. */
const MAX_NEIGHBORS = 10;
const NEIGHBORS_WEIGHT = 0.6;
/** If the similarities of the neighbors add up to this, their total weight is half of its maximum. */
const HALF_WEIGHT_SIMILARITY = 0.5;

/**
 * Smooths scores so that similar candidates get similar scores (Diaz, Regularizing ad hoc retrieval scores, 2005). A
 * part of each candidate's score comes from the other files with the most similar chunks. This part is smaller if the
 * candidate covers more of the query, or if the chunks are less similar. Similarity is the cosine of TF-IDF vectors
 * over these candidates.
 * @param coverages share of the query that each candidate covers, from 0 to 1
 */
export function smoothScores(
  candidates: readonly ReadableChunk[],
  scores: readonly number[],
  coverages: readonly number[],
): number[] {
  const files = [...new Set(candidates.map(({ versionId }) => versionId))];
  const numberByFile = new Map(files.map((versionId, number) => [versionId, number]));
  const fileNumbers = candidates.map(({ versionId }) => numberByFile.get(versionId) ?? 0);
  const maxByFile = getMaxByFile(candidates, scores);
  const fileScores = files.map((versionId) => maxByFile.get(versionId) ?? 0);
  return computeSimilarities(candidates).map((chunkSimilarities, index) => {
    const score = scores[index] ?? 0;
    const similarities = getFileSimilarities(chunkSimilarities, fileNumbers, files.length);
    similarities[fileNumbers[index] ?? 0] = 0;
    let [weighted, total] = [0, 0];
    for (const file of findLargest(similarities, MAX_NEIGHBORS)) {
      const similarity = similarities[file] ?? 0;
      weighted += similarity * (fileScores[file] ?? 0);
      total += similarity;
    }
    const share = (NEIGHBORS_WEIGHT * toUncertainty(coverages[index] ?? 0) * total) / (total + HALF_WEIGHT_SIMILARITY);
    return total === 0 ? score : (1 - share) * score + (share * weighted) / total;
  });
}

/** The similarity of each file to a candidate: that of its most similar chunk. */
function getFileSimilarities(
  chunkSimilarities: Float64Array,
  fileNumbers: readonly number[],
  files: number,
): Float64Array {
  const similarities = new Float64Array(files);
  for (const [index, file] of fileNumbers.entries())
    similarities[file] = Math.max(similarities[file] ?? 0, chunkSimilarities[index] ?? 0);
  return similarities;
}

/** Positions of the largest values above 0, largest first. */
function findLargest(values: Float64Array, max: number): number[] {
  const found: number[] = [];
  for (const [index, value] of values.entries()) {
    if (value <= 0 || (found.length === max && value <= (values[found[max - 1] ?? 0] ?? 0))) continue;
    let position = found.length;
    while (position > 0 && (values[found[position - 1] ?? 0] ?? 0) < value) position -= 1;
    found.splice(position, 0, index);
    if (found.length > max) found.pop();
  }
  return found;
}

/** The cosine of each pair of candidates. */
function computeSimilarities(candidates: readonly ReadableChunk[]): Float64Array[] {
  const rows = candidates.map(() => new Float64Array(candidates.length));
  for (const entries of buildVectors(candidates)) {
    for (const [first, { candidate, value }] of entries.entries()) {
      const row = rows[candidate];
      if (!row) continue;
      for (let second = first; second < entries.length; second += 1) {
        const other = entries[second];
        if (other) row[other.candidate] = (row[other.candidate] ?? 0) + value * other.value;
      }
    }
  }
  for (const [index, row] of rows.entries())
    for (let other = 0; other < index; other += 1) row[other] = rows[other]?.[index] ?? 0;
  return rows;
}

/** The value of one word in the vector of a candidate. `candidate` is the candidate's position in the list. */
interface VectorEntry {
  candidate: number;
  value: number;
}

/** TF-IDF vectors of length 1, as a list of entries per word. Words of only one candidate are left out. */
function buildVectors(candidates: readonly ReadableChunk[]): VectorEntry[][] {
  const byWord = new Map<string, VectorEntry[]>();
  for (const [candidate, { words }] of candidates.entries()) {
    for (const [word, occurrences] of words) {
      const entry = { candidate, value: 1 + Math.log(occurrences.length) };
      const entries = byWord.get(word);
      if (entries) entries.push(entry);
      else byWord.set(word, [entry]);
    }
  }
  const shared = [...byWord.values()].filter((entries) => entries.length > 1);
  const squares = new Float64Array(candidates.length);
  for (const entries of shared) {
    const rarity = Math.log(1 + candidates.length / entries.length);
    for (const entry of entries) {
      entry.value *= rarity;
      squares[entry.candidate] = (squares[entry.candidate] ?? 0) + entry.value * entry.value;
    }
  }
  for (const entries of shared)
    for (const entry of entries) entry.value /= Math.sqrt(squares[entry.candidate] ?? 0) || 1;
  return shared;
}
