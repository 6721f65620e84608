import { splitWords } from './words.ts';
import type { Word } from './words.ts';

/** Weights of the features. Stems represent the meaning, pairs the word order, letter groups inflections and typos. */
const WEIGHTS = { stem: 1, stopWord: 0.08, pair: 0.35, letters: 0.9 };
const LETTER_GROUP_LENGTHS = [3, 4, 5];

/** FNV-1a over UTF-16 units, with a final mix so that the low bits are evenly distributed. */
function hashFeature(text: string, seed: number): number {
  let hash = (2_166_136_261 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * Embeds a text as a unit vector, by signed feature hashing (Weinberger et al., 2009) of word stems, pairs of stems and
 * groups of 3 to 5 letters, each counted sublinearly (1 + ln n). Texts that share words or spellings are similar.
 * A text without words gets a fixed unit vector, because clients cannot use a zero vector.
 */
export function embed(text: string, dimensions: number): Float32Array {
  const vector = new Float64Array(dimensions);
  const words = splitWords(text);
  for (const [feature, { count, weight }] of extractFeatures(words)) {
    const value = weight * (1 + Math.log(count));
    // Two dimensions per feature, so that a collision in one of them does not hide the feature.
    for (const seed of [0, 0x9e3779b9]) {
      const hash = hashFeature(feature, seed);
      const index = hash % dimensions;
      vector[index] = (vector[index] ?? 0) + (hash & 0x80000000 ? value : -value);
    }
  }
  return normalize(vector);
}

type Features = Map<string, { count: number; weight: number }>;

function extractFeatures(words: readonly Word[]): Features {
  const features: Features = new Map();
  const add = (feature: string, weight: number) => {
    const existing = features.get(feature);
    if (existing) existing.count += 1;
    else features.set(feature, { count: 1, weight });
  };
  const meaningful = words.filter((word) => !word.isStopWord);
  for (const word of words) add(`w:${word.term}`, word.isStopWord ? WEIGHTS.stopWord : WEIGHTS.stem);
  for (const [index, word] of meaningful.entries()) {
    const next = meaningful[index + 1];
    if (next) add(`p:${word.term} ${next.term}`, WEIGHTS.pair);
    const groups = getLetterGroups(word.folded);
    for (const group of groups) add(`g:${group}`, WEIGHTS.letters / Math.sqrt(groups.length));
  }
  return features;
}

/** The groups of 3 to 5 letters of a word, with `<` and `>` for its start and end. */
function getLetterGroups(word: string): string[] {
  const text = `<${word}>`;
  return LETTER_GROUP_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, text.length - length + 1) }, (_, index) => text.slice(index, index + length)),
  );
}

function normalize(vector: Float64Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (length === 0) vector[0] = 1;
  return Float32Array.from(vector, (value) => value / (length || 1));
}
