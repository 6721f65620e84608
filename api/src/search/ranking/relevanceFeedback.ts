import type { Statistics } from '#api/search/access/readableScope.ts';
import { saturate } from './bm25.ts';
import type { Weight, Weights } from './queryTerms.ts';
import type { ReadableChunk } from './readableChunks.ts';

/** How many of the best files are assumed to be relevant, and how many of their words are added to the query. */
const MAX_FILES = 5;
const MAX_ADDED_WORDS = 50;
/**
 * Weight of the heaviest added word relative to a word of the query, if the best chunk contains no word of the query.
 */
const ADDED_WEIGHT = 0.15;
/** A file's influence is its score to this power, so that a file that stands out has nearly all the influence. */
const INFLUENCE_POWER = 3;
/** How many words of the best chunks are looked up for their rarity. */
const MAX_FEEDBACK_WORDS = 150;

interface FeedbackChunk {
  candidate: ReadableChunk;
  influence: number;
}

/** Selects the best chunk of each of the best files. */
export function selectBestChunks(candidates: readonly ReadableChunk[], scores: readonly number[]): FeedbackChunk[] {
  const order = [...candidates.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const best = new Map<string, FeedbackChunk>();
  for (const index of order) {
    const [candidate, score] = [candidates[index], scores[index] ?? 0];
    if (best.size === MAX_FILES || !candidate || score <= 0) break;
    if (!best.has(candidate.versionId))
      best.set(candidate.versionId, { candidate, influence: score ** INFLUENCE_POWER });
  }
  return [...best.values()];
}

/** Selects the words of the best chunks that are rarest among the candidates, each with frequency 1. */
export function selectFeedbackWords(
  best: readonly Pick<FeedbackChunk, 'candidate'>[],
  candidates: readonly ReadableChunk[],
): Map<string, number> {
  const counts = countChunksByWord(candidates);
  const scores = new Map<string, number>();
  for (const { candidate } of best) {
    for (const [word, occurrences] of candidate.words) {
      const rarity = Math.log(1 + candidates.length / (counts.get(word) ?? 1));
      scores.set(word, (scores.get(word) ?? 0) + rarity * Math.min(3, occurrences.length));
    }
  }
  const selected = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, MAX_FEEDBACK_WORDS);
  return new Map(selected.map(([word]) => [word, 1]));
}

function countChunksByWord(chunks: readonly ReadableChunk[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of chunks) for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Expands a query by words of the best chunks: pseudo-relevance feedback after Rocchio (1971), with BM25 weights.
 * @param feedbackWeights weights of the words that can be added
 * @param uncertainty how uncertain it is that the best chunk answers the query, from 0 to 1
 */
export function expandQuery(
  queryWeights: Weights,
  best: readonly FeedbackChunk[],
  feedbackWeights: Weights,
  statistics: Statistics,
  uncertainty: number,
): Map<string, Weight> {
  const scores = new Map<string, number>();
  for (const { candidate, influence } of best) {
    for (const [word, occurrences] of candidate.words) {
      const rarity = feedbackWeights.get(word)?.chunk;
      if (rarity === undefined) continue;
      const frequency = saturate(occurrences.length, candidate.length, statistics.meanLength);
      scores.set(word, (scores.get(word) ?? 0) + influence * frequency * rarity);
    }
  }
  const added = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, MAX_ADDED_WORDS);
  const maxScore = added[0]?.[1] ?? 1;
  const expanded = new Map(queryWeights);
  for (const [word, score] of added) {
    const weight = feedbackWeights.get(word);
    if (!weight) continue;
    const share = (ADDED_WEIGHT * uncertainty * score) / maxScore;
    const before = expanded.get(word) ?? { chunk: 0, file: 0 };
    expanded.set(word, { chunk: before.chunk + share * weight.chunk, file: before.file + share * weight.file });
  }
  return expanded;
}
