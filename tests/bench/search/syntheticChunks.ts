import type { NewChunk } from '#api/storage/tables/search/chunks.ts';
import type { Occurrence } from '#api/storage/tsvector.ts';
import { createRandom } from '#sandbox/random.ts';

/** Sizes like those of real prose. */
export const CHUNKS_PER_FILE = 50;
const WORDS_PER_CHUNK = 140;
const VOCABULARY = 30_000;
/** Fixed, so that a larger corpus has more topics, not larger topics. */
const CHUNKS_PER_TOPIC = 250;
const TOPIC_WORDS = 60;
export const DIMENSIONS = 1_536;
/** Deviation of a vector's dimensions from the center of its topic, as a multiple of the centers' deviation. */
const SPREAD = 1.2;

const toWord = (rank: number) => `w${rank}`;
/** Random, because a regular sequence would leave some topics out of some sites. */
const pickTopic = (chunk: number, all: number) => createRandom(2_000_000 + chunk).below(all / CHUNKS_PER_TOPIC);
const toTopicWord = (topic: number, index: number) => toWord(2_000 + topic * TOPIC_WORDS + index);

/** Picks a word by Zipf's law: the nth most frequent word is about n times rarer than the first. */
const pickZipfWord = (next: () => number) => toWord(Math.floor(VOCABULARY ** next()) - 1);

/** Generates approximately normally distributed numbers from a seed. */
function createNormalDistribution(seed: number): () => number {
  const { next } = createRandom(seed);
  return () => next() + next() + next() + next() - 2;
}

const topicCenters = new Map<number, Float32Array>();

function getTopicCenter(topic: number): Float32Array {
  const cached = topicCenters.get(topic);
  if (cached) return cached;
  const next = createNormalDistribution(topic + 1);
  const center = Float32Array.from({ length: DIMENSIONS }, next);
  topicCenters.set(topic, center);
  return center;
}

function makeVectorNear(topic: number, seed: number): Float32Array {
  const [center, next] = [getTopicCenter(topic), createNormalDistribution(seed)];
  const vector = center.map((value) => value + SPREAD * next());
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Computes the vector of a chunk at every call, because a hundred thousand vectors do not fit into memory. */
export const makeVector = (chunk: number, all: number): Float32Array =>
  makeVectorNear(pickTopic(chunk, all), 1_000_000 + chunk);

/** Makes one of `all` chunks from common words and words of its topic. */
export function makeChunk(chunk: number, all: number): NewChunk {
  const { next } = createRandom(chunk + 1);
  const words = new Map<string, Occurrence[]>();
  const text: string[] = [];
  for (let position = 0; position < WORDS_PER_CHUNK; position += 1) {
    const word =
      next() < 0.15 ? toTopicWord(pickTopic(chunk, all), Math.floor(next() * TOPIC_WORDS)) : pickZipfWord(next);
    text.push(word);
    const occurrence: Occurrence = { position: 100 + position, field: 'D' };
    const occurrences = words.get(word);
    if (occurrences) occurrences.push(occurrence);
    else words.set(word, [occurrence]);
  }
  const n = chunk % CHUNKS_PER_FILE;
  const body = text.join(' ');
  return {
    n,
    part: n,
    charFrom: 0,
    charTo: body.length,
    location: { kind: 'page', page: n + 1 },
    body,
    length: WORDS_PER_CHUNK,
    words,
    vector: makeVector(chunk, all),
  };
}

/** Makes a question from a common word, three words of a topic and a random word, with a vector near that topic. */
export function makeQuestion(number: number, all: number): { text: string; vector: Float32Array } {
  const { next } = createRandom(900_000 + number);
  const topic = (number * 31) % (all / CHUNKS_PER_TOPIC);
  const topical = Array.from({ length: 3 }, () => toTopicWord(topic, Math.floor(next() * TOPIC_WORDS)));
  const text = [toWord(Math.floor(next() * 20)), ...topical, pickZipfWord(next)].join(' ');
  return { text, vector: makeVectorNear(topic, 500_000_000 + number) };
}
