import { splitWords } from './extractive/text/words.ts';
import type { Word } from './extractive/text/words.ts';

/** What each kind of feature weighs. Stems carry the meaning, pairs the order, letter groups inflection and slips. */
const WEIGHTS = { stem: 1, stopWord: 0.08, pair: 0.35, letters: 0.9 };
/** Lengths of the letter groups. */
const GROUP_LENGTHS = [3, 4, 5];

/** FNV-1a over UTF-16 units, mixed once more so that its low bits are even. */
function hashFeature(text: string, seed: number): number {
  let hash = (2_166_136_261 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * A vector of length 1 for a text, by signed feature hashing (Weinberger et al., 2009) of word stems, pairs of stems and
 * groups of 3 to 5 letters, each counted sublinearly (1 + ln n). Texts that share words or spellings point the same way.
 * A text without words gives a fixed unit vector, since clients cannot use zeros.
 */
export function embed(text: string, dimensions: number): Float32Array {
  const vector = new Float64Array(dimensions);
  const words = splitWords(text);
  for (const [feature, { count, weight }] of extractFeatures(words)) {
    const value = weight * (1 + Math.log(count));
    // Two places each: a collision in one of them then blurs a feature and does not replace it.
    for (const seed of [0, 0x9e3779b9]) {
      const hash = hashFeature(feature, seed);
      const at = hash % dimensions;
      vector[at] = (vector[at] ?? 0) + (hash & 0x80000000 ? value : -value);
    }
  }
  return normalize(vector);
}

type Features = Map<string, { count: number; weight: number }>;

function extractFeatures(words: Word[]): Features {
  const features: Features = new Map();
  const add = (feature: string, weight: number) => {
    const known = features.get(feature);
    if (known) known.count += 1;
    else features.set(feature, { count: 1, weight });
  };
  const meaningful = words.filter((word) => !word.isStopWord);
  for (const word of words) add(`w:${word.term}`, word.isStopWord ? WEIGHTS.stopWord : WEIGHTS.stem);
  for (const [at, word] of meaningful.entries()) {
    const next = meaningful[at + 1];
    if (next) add(`p:${word.term} ${next.term}`, WEIGHTS.pair);
    const groups = getLetterGroups(word.folded);
    for (const group of groups) add(`g:${group}`, WEIGHTS.letters / Math.sqrt(groups.length));
  }
  return features;
}

/** Groups of 3 to 5 letters of a word between marks for its beginning and end. */
function getLetterGroups(word: string): string[] {
  const marked = `<${word}>`;
  return GROUP_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, marked.length - length + 1) }, (_, at) => marked.slice(at, at + length)),
  );
}

function normalize(vector: Float64Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (length === 0) vector[0] = 1;
  return Float32Array.from(vector, (value) => value / (length || 1));
}
