import type { NewChunk } from '../../api/src/storage/tables/search/chunks.ts';
import type { Occurrence } from '../../api/src/storage/tsvector.ts';
import { createRandom } from '../../env/sandbox/random.ts';

/** Chunks of a file, and words of a chunk, as a page of prose has them. */
export const CHUNKS_PER_FILE = 50;
const WORDS = 140;
const VOCABULARY = 30_000;
/** A site writes much about little: so many chunks of all sites speak of one thing, however many there are. */
const CHUNKS_PER_TOPIC = 250;
const TOPIC_WORDS = 60;
export const DIMENSIONS = 1_536;
/** How far a vector lies from the middle of its topic; each number of it, beside one of the middle. */
const SPREAD = 1.2;

const wordOf = (rank: number) => `w${rank}`;
/** At random: what steps through the topics beside the sites would leave some topics out of some sites. */
const topicOf = (chunk: number, all: number) => createRandom(2_000_000 + chunk).below(all / CHUNKS_PER_TOPIC);
const topicWord = (topic: number, at: number) => wordOf(2_000 + topic * TOPIC_WORDS + at);

/** A word by Zipf's law: the n-th most frequent is about n times rarer than the first. */
const zipf = (next: () => number) => wordOf(Math.floor(VOCABULARY ** next()) - 1);

/** Numbers of about normal distribution, from a seed. */
function normals(seed: number): () => number {
  const { next } = createRandom(seed);
  return () => next() + next() + next() + next() - 2;
}

const middles = new Map<number, Float32Array>();

function middleOf(topic: number): Float32Array {
  const known = middles.get(topic);
  if (known) return known;
  const next = normals(topic + 1);
  const middle = Float32Array.from({ length: DIMENSIONS }, next);
  middles.set(topic, middle);
  return middle;
}

function near(topic: number, seed: number): Float32Array {
  const [middle, next] = [middleOf(topic), normals(seed)];
  const vector = middle.map((value) => value + SPREAD * next());
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The vector of a chunk of `all`, the same each time it is asked for: a hundred thousand are not kept in memory. */
export const vectorOf = (chunk: number, all: number): Float32Array => near(topicOf(chunk, all), 1_000_000 + chunk);

/** One chunk, of `all`, of invented words: common ones, and those of its topic. */
export function chunkOf(chunk: number, all: number): NewChunk {
  const { next } = createRandom(chunk + 1);
  const words = new Map<string, Occurrence[]>();
  const text: string[] = [];
  for (let position = 0; position < WORDS; position += 1) {
    const word = next() < 0.15 ? topicWord(topicOf(chunk, all), Math.floor(next() * TOPIC_WORDS)) : zipf(next);
    text.push(word);
    const occurrence: Occurrence = { position: 100 + position, field: 'D' };
    const known = words.get(word);
    if (known) known.push(occurrence);
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
    length: WORDS,
    words,
    vector: vectorOf(chunk, all),
  };
}

/** A question to `all` chunks: a common word, words of a topic, one that says nothing; with a vector near that topic. */
export function questionOf(number: number, all: number): { text: string; vector: Float32Array } {
  const { next } = createRandom(900_000 + number);
  const topic = (number * 31) % (all / CHUNKS_PER_TOPIC);
  const topical = Array.from({ length: 3 }, () => topicWord(topic, Math.floor(next() * TOPIC_WORDS)));
  const text = [wordOf(Math.floor(next() * 20)), ...topical, zipf(next)].join(' ');
  return { text, vector: near(topic, 500_000_000 + number) };
}
