import type OpenAI from 'openai';
import { isEmbeddingModel, type Model } from '../../contract/models.ts';

export interface Embedder {
  /** Who makes vectors now, by a name that changes with it; null where no model does, and words alone must find. */
  embedder(): Promise<string | null>;
  /** A vector of length 1 for each text, in their order. Throws `AvaError` when the model server does not give them. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** Texts that travel in one request: about 25,000 tokens of chunks. */
const PER_REQUEST = 96;
/** Longest text that every known embedding model takes, in characters: about 2,000 tokens. */
const LONGEST = 8_000;

interface Outside {
  client: Pick<OpenAI, 'embeddings'>;
  list: () => Promise<readonly Model[]>;
  /** What the environment names; else the first model that says it embeds. */
  named: string | undefined;
  failureOf: (cause: unknown, signal: AbortSignal) => unknown;
}

/** Vectors from any server that speaks OpenAI's protocol. */
export function createEmbedder({ client, list, named, failureOf }: Outside): Embedder {
  async function embedder(): Promise<string | null> {
    return named ?? (await list()).find(isEmbeddingModel)?.deployment_name ?? null;
  }

  async function request(model: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const input = texts.map((text) => text.slice(0, LONGEST).toWellFormed() || ' ');
    const { data } = await client.embeddings.create({ model, input }, { signal }).catch((cause: unknown) => {
      throw failureOf(cause, signal);
    });
    const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => unit(embedding));
    const [size] = vectors.map((vector) => vector.length);
    if (vectors.length === texts.length && vectors.every((vector) => vector.length === size)) return vectors;
    throw failureOf(new Error(`${vectors.length} vectors came for ${texts.length} texts`), signal);
  }

  return {
    embedder,
    async embed(texts, signal) {
      const model = await embedder();
      if (model === null) throw failureOf(new Error('no model gives vectors'), signal);
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += PER_REQUEST) {
        vectors.push(...(await request(model, texts.slice(from, from + PER_REQUEST), signal)));
      }
      return vectors;
    },
  };
}

/** Not every model gives vectors of length 1; a product of two that have it is the cosine of their angle. */
function unit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (number) => number / length);
}
