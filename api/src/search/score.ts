import type { ChunkWords, Scope } from '../storage/tables/chunkSearch.ts';
import type { Weights } from './question.ts';

/** A file's own words: how often each is there, whether its name or beginning has it, and how many there are. */
export interface FileWords {
  length: number;
  counts: Map<string, { count: number; title: boolean }>;
}

/** A chunk that may be an answer, with what is known of it and of its file. */
export interface Candidate extends ChunkWords {
  file: FileWords;
}

/** BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;
/** What a word in a file's name or first line is worth beside a word in its text. */
const TITLE = 0.3;
/** What a chunk's own words count beside those of its file. */
const CHUNK = 0.3;

/** BM25's share of one word: grows with its number, saturates, and counts for less in what is long. */
export function saturated(count: number, length: number, meanLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength));
}

/** How often a chunk has a word: in its text, and once more where a heading above it has it. */
function countIn({ words }: ChunkWords, word: string): number {
  const occurrences = words.get(word);
  if (!occurrences) return 0;
  const inText = occurrences.filter(({ field }) => field === 'D').length;
  return inText + (occurrences.some(({ field }) => field === 'B') ? 1 : 0);
}

/** The file of a chunk that is all of it. */
export function wordsOfOnlyChunk({ words, length }: ChunkWords): FileWords {
  const counts = new Map<string, { count: number; title: boolean }>();
  for (const [word, occurrences] of words) {
    const count = occurrences.filter(({ field }) => field === 'D').length;
    counts.set(word, { count, title: count < occurrences.length });
  }
  return { length, counts };
}

/** Numbers per candidate, the largest 1. All zeros stay so. */
export function toShare(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  return most === 0 ? values.map(() => 0) : values.map((value) => Math.max(0, value) / most);
}

/**
 * Scores candidates by their words: BM25 of the whole file with its title, and BM25 of the chunk itself. The file says
 * what a chunk is about, the chunk says where in the file the answer is.
 */
export function scoreByWords(
  candidates: readonly Candidate[],
  weights: Weights,
  scope: Scope,
  titles = true,
): number[] {
  const ofFile = candidates.map(({ file }) => {
    let score = 0;
    for (const [word, weight] of weights) {
      const found = file.counts.get(word);
      if (!found) continue;
      score +=
        weight.file * (saturated(found.count, file.length, scope.fileLength) + (titles && found.title ? TITLE : 0));
    }
    return score;
  });
  const ofChunk = candidates.map((candidate) => {
    let score = 0;
    for (const [word, weight] of weights)
      score += weight.chunk * saturated(countIn(candidate, word), candidate.length, scope.chunkLength);
    return score;
  });
  const [files, chunks] = [toShare(ofFile), toShare(ofChunk)];
  return candidates.map((_, at) => ((files[at] ?? 0) + CHUNK * (chunks[at] ?? 0)) / (1 + CHUNK));
}
