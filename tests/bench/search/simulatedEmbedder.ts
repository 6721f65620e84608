import type { Embedder } from '#api/models/embedder.ts';
import { createRandom } from '#sandbox/random.ts';
import type { Collection } from './judgedCollections.ts';

const DIMENSIONS = 512;
/** Characters by which the beginning of a document is recognized in the text of its first chunk. */
const BEGINNING_LENGTH = 80;
/** How much the vector of a document leans to each question that it answers, relative to its noise. */
const SIGNAL = 0.3;

/**
 * A strong embedding model for one collection: the vectors of documents are noise that leans to the questions which they
 * answer, as the judgements say.
 */
export function simulateEmbedder({ docs, queries, grades }: Collection): Embedder {
  const questions = new Map(queries.map(({ id, text }, index) => [id, { text, vector: makeNoise(index) }]));
  const vectors = new Map(docs.map(({ id }, index) => [id, makeNoise(queries.length + index)]));
  for (const [id, documents] of grades)
    for (const [document, grade] of documents) {
      const [question, vector] = [questions.get(id)?.vector, vectors.get(document)];
      if (grade > 0) for (let at = 0; at < DIMENSIONS; at += 1) vector![at]! += SIGNAL * (question?.[at] ?? 0);
    }
  const byText = new Map([
    ...docs.map(({ id, text }) => [text.slice(0, BEGINNING_LENGTH), normalize(vectors.get(id)!)] as const),
    ...[...questions.values()].map(({ text, vector }) => [text.slice(0, BEGINNING_LENGTH), vector] as const),
  ]);
  const other = makeNoise(queries.length + docs.length);
  return {
    getEmbedderName: async () => 'simulated',
    embed: async (texts) => texts.map((text) => byText.get(text.slice(0, BEGINNING_LENGTH)) ?? other),
  };
}

function makeNoise(seed: number): Float32Array {
  const { next } = createRandom(seed + 1);
  return normalize(Float32Array.from({ length: DIMENSIONS }, () => next() + next() + next() + next() - 2));
}

function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
