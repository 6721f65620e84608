import type OpenAI from 'openai';
import { AvaError } from '#contract/errors.ts';
import { isEmbeddingModel, type Model } from '#contract/models.ts';
import { sendRequest } from './sendRequest.ts';

export interface Embedder {
  /** Name of the current embedding model; null if there is none, and then searches use words only. */
  getEmbedderName(): Promise<string | null>;
  /** Returns a vector of length 1 for each text, in order. Throws `AvaError` if the model server fails or returns no numbers. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** Texts in one request: about 25,000 tokens of chunks. */
const TEXTS_PER_REQUEST = 96;
/** Longest text that every known embedding model accepts: about 2,000 tokens. */
const MAX_CHARACTERS = 8_000;

interface EmbedderOptions {
  client: Pick<OpenAI, 'embeddings'>;
  listModels: () => Promise<readonly Model[]>;
  /** Name of the embedding model from the environment. If undefined, the first embedding model of the list is used. */
  model: string | undefined;
}

/** An embedder for any server with OpenAI's protocol. */
export function createEmbedder({ client, listModels, model }: EmbedderOptions): Embedder {
  async function getEmbedderName(): Promise<string | null> {
    return model ?? (await listModels()).find(isEmbeddingModel)?.deployment_name ?? null;
  }

  async function request(name: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const input = texts.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed() || ' ');
    const { data } = await sendRequest({
      send: () => client.embeddings.create({ model: name, input }, { signal }),
      correct: () => false,
      signal,
    });
    const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => normalize(embedding));
    const [size] = vectors.map((vector) => vector.length);
    if (!size || vectors.length !== texts.length || vectors.some((vector) => vector.length !== size))
      throw toUnavailable(`${vectors.length} vectors came for ${texts.length} texts`);
    if (!vectors.every((vector) => vector.every(Number.isFinite)))
      throw toUnavailable('a vector has no finite numbers');
    return vectors;
  }

  return {
    getEmbedderName,
    async embed(texts, signal) {
      const name = await getEmbedderName();
      if (name === null) throw toUnavailable('there is no embedding model');
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += TEXTS_PER_REQUEST) {
        vectors.push(...(await request(name, texts.slice(start, start + TEXTS_PER_REQUEST), signal)));
      }
      return vectors;
    },
  };
}

function toUnavailable(reason: string): AvaError {
  return new AvaError('model_unavailable', { cause: new Error(reason) });
}

/** Scales a vector to length 1, because not every model does. The product of two such vectors is their cosine. */
function normalize(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (number) => number / length);
}
