import type { Statistics } from '#api/search/access/readableScope.ts';
import type { Query, QueryWord, Weights } from './queryTerms.ts';
import type { ReadableChunk } from './readableChunks.ts';

/** BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;
/** Weight of a word in a file's name or first line, relative to its text. */
const TITLE_WEIGHT = 0.4;
/** Weight of two neighboring query words that are close to each other, relative to the rarer of them. */
const PROXIMITY_WEIGHT = 0.4;
/** Maximum distance, in words, between two words that are close. */
const MAX_DISTANCE = 8;
/** Weight of a chunk's own words, relative to those of its file. */
const CHUNK_WEIGHT = 0.3;

/** BM25's term frequency: grows with the count, saturates, and is lower in longer texts. */
function saturate(count: number, length: number, meanLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength));
}

/** Counts a word in the text of a chunk; 1 if it is only in a heading above. */
function countWord({ words }: ReadableChunk, word: string): { count: number; isInText: boolean } {
  let [inText, inHeading] = [0, 0];
  for (const { field } of words.get(word) ?? []) {
    if (field === 'D') inText += 1;
    else if (field === 'B') inHeading = 1;
  }
  return { count: inText || inHeading, isInText: inText > 0 };
}

/** A heading is the same above a short chunk and above a long one, so a short one has no advantage. */
function measureFrequency(candidate: ReadableChunk, word: string, meanLength: number): number {
  const { count, isInText } = countWord(candidate, word);
  return saturate(count, isInText ? candidate.length : Math.max(candidate.length, meanLength), meanLength);
}

const isInName = ({ words }: ReadableChunk, word: string) => (words.get(word) ?? []).some(({ field }) => field === 'A');

const isInTitle = ({ words }: ReadableChunk, word: string) =>
  (words.get(word) ?? []).some(({ field }) => field === 'A' || field === 'C');

/** Scales values so that the largest is 1. All zeros stay zeros. */
export function normalize(values: readonly number[]): number[] {
  const max = Math.max(0, ...values);
  return max === 0 ? values.map(() => 0) : values.map((value) => Math.max(0, value) / max);
}

/**
 * Scores chunks from 0 to 1 without their files: BM25 and proximity, scaled by coverage, so that repeating a part of the
 * query counts less than containing more of it.
 */
export function scoreChunks(
  candidates: readonly ReadableChunk[],
  query: Pick<Query, 'words'>,
  weights: Weights,
  { meanLength }: Statistics,
): number[] {
  return normalize(
    candidates.map((candidate) => {
      let score = PROXIMITY_WEIGHT * scoreProximity(candidate, query.words, meanLength);
      for (const [word, weight] of weights) score += weight.chunk * measureFrequency(candidate, word, meanLength);
      return (score * (1 + measureCoverage(candidate, query))) / 2;
    }),
  );
}

/** Scores neighboring words of the query that are close to each other in a chunk, in any order. */
function scoreProximity(candidate: ReadableChunk, words: readonly QueryWord[], meanLength: number): number {
  let score = 0;
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (!next || next.stems[0] === word.stems[0]) continue;
    const nextPositions = listPositions(candidate, next);
    const count = listPositions(candidate, word).filter((position) =>
      nextPositions.some((nextPosition) => Math.abs(nextPosition - position) <= MAX_DISTANCE),
    ).length;
    score += Math.min(word.weight, next.weight) * saturate(count, candidate.length, meanLength);
  }
  return score;
}

function listPositions({ words }: ReadableChunk, { stems }: QueryWord): number[] {
  return stems.flatMap((stem) =>
    (words.get(stem) ?? []).flatMap(({ field, position }) => (field === 'D' ? [position] : [])),
  );
}

/** Weighted share, from 0 to 1, of the query's words that are in a chunk's text, headings, file name or opening. */
export function measureCoverage({ words }: ReadableChunk, query: Pick<Query, 'words'>): number {
  let [covered, total] = [0, 0];
  for (const { stems, weight } of query.words) {
    total += weight;
    if (stems.some((stem) => words.has(stem))) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}

/** A high power, so that only a nearly complete coverage reduces the uncertainty. */
const CERTAINTY_POWER = 4;

/** Uncertainty whether a chunk answers the query, from its coverage: 0 if it contains every word, at most 1. */
export const toUncertainty = (coverage: number) => 1 - coverage ** CERTAINTY_POWER;

/**
 * Scores candidates from 0 to 1 by BM25 of the file and of the chunk. The file shows what a chunk is about, the chunk
 * shows where in the file the answer is. The words of a file are counted only in its candidate chunks, which contain
 * nearly all words that matter.
 */
export function scoreByWords(
  candidates: readonly ReadableChunk[],
  query: Pick<Query, 'words' | 'titles'>,
  weights: Weights,
  statistics: Statistics,
  useTitles = true,
): number[] {
  const titleWeight = useTitles ? TITLE_WEIGHT : 0;
  const names = useTitles ? query.titles : new Map<string, number>();
  const byFile = Map.groupBy(candidates, ({ versionId }) => versionId);
  const fileScores = new Map(
    [...byFile].map(([versionId, chunks]) => [versionId, scoreFile(chunks, weights, names, statistics, titleWeight)]),
  );
  const files = normalize(candidates.map(({ versionId }) => fileScores.get(versionId) ?? 0));
  const chunks = scoreChunks(candidates, query, weights, statistics);
  return candidates.map((_, index) => ((files[index] ?? 0) + CHUNK_WEIGHT * (chunks[index] ?? 0)) / (1 + CHUNK_WEIGHT));
}

function scoreFile(
  chunks: readonly ReadableChunk[],
  weights: Weights,
  names: ReadonlyMap<string, number>,
  statistics: Statistics,
  titleWeight: number,
): number {
  const meanLength = (statistics.meanLength * statistics.chunks) / Math.max(1, statistics.files);
  const length = chunks[0]?.fileLength ?? 0;
  let score = 0;
  for (const [word, weight] of weights) {
    const count = chunks.reduce((sum, chunk) => sum + countWord(chunk, word).count, 0);
    const inTitle = chunks.some((chunk) => isInTitle(chunk, word));
    score += weight.file * (saturate(count, length, meanLength) + (inTitle ? titleWeight : 0));
  }
  for (const [word, rarity] of names) if (chunks.some((chunk) => isInName(chunk, word))) score += rarity;
  return score;
}

/** Minimum share of a file's best score that each of its chunks gets. */
const MIN_SHARE = 0.4;

/**
 * Orders the chunks of each file by their own scores, because other files must not decide which page is cited. The best
 * chunk gets the best score of its file.
 */
export function orderWithinFiles(
  candidates: readonly ReadableChunk[],
  scores: readonly number[],
  chunkScores: readonly number[],
): number[] {
  const [maxScores, maxChunkScores] = [getMaxByFile(candidates, scores), getMaxByFile(candidates, chunkScores)];
  return candidates.map(({ versionId }, index) => {
    const share = (chunkScores[index] ?? 0) / (maxChunkScores.get(versionId) || 1);
    return (maxScores.get(versionId) ?? 0) * (MIN_SHARE + (1 - MIN_SHARE) * share);
  });
}

/** The best score of each file's chunks; never below 0. */
export function getMaxByFile(candidates: readonly ReadableChunk[], scores: readonly number[]): Map<string, number> {
  const max = new Map<string, number>();
  for (const [index, { versionId }] of candidates.entries())
    max.set(versionId, Math.max(max.get(versionId) ?? 0, scores[index] ?? 0));
  return max;
}
