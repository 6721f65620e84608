import type { Meant, Question, Weights } from './queryTerms.ts';
import type { ReadableChunk } from './readableChunks.ts';
import type { Statistics } from '../access/readableScope.ts';

/** BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;
/** What a word in a file's name or first line is worth beside a word in its text. */
const TITLE = 0.4;
/** What two words of the question close to each other are worth beside the rarer of them. */
const CLOSENESS = 0.4;
/** Words between which no more than this many stand are close. */
const CLOSE = 8;
/** What a chunk's own words count beside those of its file. */
const CHUNK = 0.3;

/** BM25's share of one word: grows with its number, saturates, and counts for less in what is long. */
export function saturated(count: number, length: number, meanLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength));
}

/** How often a chunk has a word in its text; once where only a heading above it has it. */
function countIn({ words }: ReadableChunk, word: string): number {
  let [inText, inHeading] = [0, 0];
  for (const { field } of words.get(word) ?? []) {
    if (field === 'D') inText += 1;
    else if (field === 'B') inHeading = 1;
  }
  return inText || inHeading;
}

const inTitle = ({ words }: ReadableChunk, word: string) =>
  (words.get(word) ?? []).some(({ field }) => field === 'A' || field === 'C');

/** Numbers per candidate, the largest 1. All zeros stay so. */
export function toShare(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  return most === 0 ? values.map(() => 0) : values.map((value) => Math.max(0, value) / most);
}

/**
 * BM25 of chunks by themselves, and how close to each other they have what was asked: between 0 and 1. A chunk that says
 * a part of the question again and again counts for less than one that says more of it.
 */
export function scoreAlone(
  candidates: readonly ReadableChunk[],
  question: Pick<Question, 'meant'>,
  weights: Weights,
  { meanLength }: Statistics,
): number[] {
  return toShare(
    candidates.map((candidate) => {
      let score = CLOSENESS * closeness(candidate, question.meant, meanLength);
      for (const [word, weight] of weights)
        score += weight.chunk * saturated(countIn(candidate, word), candidate.length, meanLength);
      return (score * (1 + coverage(candidate, question))) / 2;
    }),
  );
}

/** BM25's share of words that follow each other in the question and stand close to each other in a chunk, in any order. */
function closeness(candidate: ReadableChunk, meant: readonly Meant[], meanLength: number): number {
  let score = 0;
  for (const [at, word] of meant.entries()) {
    const next = meant[at + 1];
    if (!next || next.stems[0] === word.stems[0]) continue;
    const others = placesOf(candidate, next);
    const close = placesOf(candidate, word).filter((place) =>
      others.some((other) => Math.abs(other - place) <= CLOSE),
    ).length;
    score += Math.min(word.weight, next.weight) * saturated(close, candidate.length, meanLength);
  }
  return score;
}

function placesOf({ words }: ReadableChunk, { stems }: Meant): number[] {
  return stems.flatMap((stem) =>
    (words.get(stem) ?? []).flatMap(({ field, position }) => (field === 'D' ? [position] : [])),
  );
}

/** How much of the question a chunk says, in its text or above it: between 0 and 1. A word that is nowhere is said by none. */
export function coverage({ words }: ReadableChunk, { meant }: Pick<Question, 'meant'>): number {
  let [said, asked] = [0, 0];
  for (const { stems, weight } of meant) {
    asked += weight;
    if (stems.some((stem) => words.has(stem))) said += weight;
  }
  return asked === 0 ? 0 : said / asked;
}

/** How it falls with what a chunk says of the question: not before it says nearly all of it. */
const CERTAINTY = 4;

/** How far what a chunk says leaves open whether it is what was asked for: 0 where it says all of the question. */
export const doubt = (covered: number) => 1 - covered ** CERTAINTY;

/**
 * Scores candidates by their words, between 0 and 1: BM25 of the file, and of the chunk alone. The file says what a chunk
 * is about, the chunk says where in the file the answer is. A file's words are counted in those of its chunks that are
 * candidates: nearly all that have one are.
 */
export function scoreByWords(
  candidates: readonly ReadableChunk[],
  question: Pick<Question, 'meant'>,
  weights: Weights,
  statistics: Statistics,
  titles = true,
): number[] {
  const chunksOf = Map.groupBy(candidates, ({ versionId }) => versionId);
  const scoreOf = new Map(
    [...chunksOf].map(([versionId, chunks]) => [versionId, scoreFile(chunks, weights, statistics, titles ? TITLE : 0)]),
  );
  const files = toShare(candidates.map(({ versionId }) => scoreOf.get(versionId) ?? 0));
  const alone = scoreAlone(candidates, question, weights, statistics);
  return candidates.map((_, at) => ((files[at] ?? 0) + CHUNK * (alone[at] ?? 0)) / (1 + CHUNK));
}

/** @param title what a word in the title counts beside BM25's share of it in the text */
function scoreFile(chunks: readonly ReadableChunk[], weights: Weights, statistics: Statistics, title: number): number {
  const meanLength = (statistics.meanLength * statistics.chunks) / Math.max(1, statistics.files);
  const length = chunks[0]?.fileLength ?? 0;
  let score = 0;
  for (const [word, weight] of weights) {
    const count = chunks.reduce((sum, chunk) => sum + countIn(chunk, word), 0);
    const named = chunks.some((chunk) => inTitle(chunk, word));
    score += weight.file * (saturated(count, length, meanLength) + (named ? title : 0));
  }
  return score;
}

/** What the worst chunk of a file keeps of the score of its best. */
const KEPT = 0.4;

/**
 * Puts the chunks of each file in the order of what they say themselves. The best stands as high as its file, the others
 * below it: which page is cited is not for the neighbourhood to decide.
 */
export function placeInFiles(
  candidates: readonly ReadableChunk[],
  scores: readonly number[],
  own: readonly number[],
): number[] {
  const [highest, most] = [highestByFile(candidates, scores), highestByFile(candidates, own)];
  return candidates.map(({ versionId }, at) => {
    const share = (own[at] ?? 0) / (most.get(versionId) || 1);
    return (highest.get(versionId) ?? 0) * (KEPT + (1 - KEPT) * share);
  });
}

/** The highest score of each file's chunks; never below 0. */
export function highestByFile(candidates: readonly ReadableChunk[], scores: readonly number[]): Map<string, number> {
  const highest = new Map<string, number>();
  for (const [at, { versionId }] of candidates.entries())
    highest.set(versionId, Math.max(highest.get(versionId) ?? 0, scores[at] ?? 0));
  return highest;
}
