import type { Weight, Weights } from './queryTerms.ts';
import type { ReadableChunk } from './readableChunks.ts';
import type { Statistics } from '../access/readableScope.ts';
import { saturated } from './bm25.ts';

/** The best files are taken for what the person means; their words are looked for too. */
const FILES = 5;
const WORDS = 50;
/** What the weightiest of these words counts beside one of the question, where nothing of the question was found. */
const SHARE = 0.15;
/** A file's say falls with the third power of its score: where one stands out, it speaks alone. */
const POWER = 3;

/** The best chunk of each of the best files, with its say. */
export function bestOf(
  candidates: readonly ReadableChunk[],
  scores: readonly number[],
): { candidate: ReadableChunk; say: number }[] {
  const order = [...candidates.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const best = new Map<string, { candidate: ReadableChunk; say: number }>();
  for (const at of order) {
    const [candidate, score] = [candidates[at], scores[at] ?? 0];
    if (best.size === FILES || !candidate || score <= 0) break;
    if (!best.has(candidate.versionId)) best.set(candidate.versionId, { candidate, say: score ** POWER });
  }
  return [...best.values()];
}

/** Words of the best chunks whose rarity is looked up. */
const LOOKED_UP = 150;

/** Words of the best chunks, those first that few of the candidates have: each asked for once. */
export function mostTelling(
  best: readonly { candidate: ReadableChunk }[],
  candidates: readonly ReadableChunk[],
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
function countsOf(chunks: readonly ReadableChunk[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of chunks) for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Pseudo-relevance feedback after Rocchio (1971), in BM25's weights: the question's words and those that tell the best
 * files apart.
 * @param doubted how little the question is answered by what was found, between 0 and 1
 */
export function widen(
  question: Weights,
  best: readonly { candidate: ReadableChunk; say: number }[],
  rarities: Weights,
  statistics: Statistics,
  doubted: number,
): Map<string, Weight> {
  const worth = new Map<string, number>();
  for (const { candidate, say } of best) {
    for (const [word, occurrences] of candidate.words) {
      const rarity = rarities.get(word)?.chunk;
      if (rarity === undefined) continue;
      const share = saturated(occurrences.length, candidate.length, statistics.meanLength);
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
