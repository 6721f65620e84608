import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { collectReadable, type CollectLimits } from '#api/search/access/collectReadable.ts';
import type { ReadableScope } from '#api/search/access/readableScope.ts';
import type { ReadableHit, TrimContext } from '#api/search/access/trimToReadable.ts';

type VectorContext = TrimContext & {
  models: Pick<AppContext['models'], 'forPerson' | 'getEmbedderName'>;
  store: { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'findByVector' | 'findVectors'> };
};

/** The vector of a query; null without an embedder, or if it does not answer. */
interface QueryVector {
  embedder: string | null;
  vector: Float32Array | null;
}

export const noVector: QueryVector = { embedder: null, vector: null };

/** Readable chunks with similar vectors. */
export interface VectorMatches {
  /** Cosine similarity by chunk id, minus the lowest similarity of all compared chunks. */
  similarity: ReadonlyMap<number, number>;
  hits: readonly ReadableHit[];
}

/** Limits for the chunks that are selected by the signs of their vectors and then compared by the full vectors. */
const COMPARED: CollectLimits = { hits: 200, checkedFiles: 100 };
/** How many of the most similar chunks become candidates, even if they contain no word of the query. */
const MAX_MATCHES = 50;

/** A person waits for a search, so a slower embedding model is not waited for. */
const TIMEOUT_MS = 5_000;

/** Embeds a query. A failure, a time-out or an allowance that is used up is logged, and the search uses words only. */
export async function embedQuery(
  { models, log }: Pick<VectorContext, 'models' | 'log'>,
  person: Person,
  text: string,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<QueryVector> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const embedder = await models.getEmbedderName();
    const [vector] = embedder === null ? [] : await models.forPerson(person).embed([text], limited);
    return { embedder, vector: vector ?? null };
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ error }, 'failed to embed query; searching by words only');
    return noVector;
  }
}

/** Finds the readable chunks with the vectors most similar to the query's. */
export async function searchByVector(
  ctx: VectorContext,
  person: Person,
  scope: ReadableScope,
  { embedder, vector }: QueryVector,
  signal?: AbortSignal,
): Promise<VectorMatches> {
  if (embedder === null || vector === null) return { similarity: new Map(), hits: [] };
  const { chunkSearch } = ctx.store;
  const compared = await collectReadable(
    ctx,
    person,
    scope,
    (chunkScope, limit) => chunkSearch.findByVector(chunkScope, embedder, vector, limit),
    COMPARED,
    signal,
  );
  const vectors = await chunkSearch.findVectors(
    compared.map(({ hit }) => hit.chunkId),
    embedder,
  );
  const matches = compared.map((readable) => ({
    readable,
    similarity: cosine(vector, vectors.get(readable.hit.chunkId)),
  }));
  matches.sort((a, b) => b.similarity - a.similarity);
  const min = matches.at(-1)?.similarity ?? 0;
  return {
    similarity: new Map(matches.map(({ readable, similarity }) => [readable.hit.chunkId, similarity - min])),
    hits: matches.slice(0, MAX_MATCHES).map(({ readable }) => readable),
  };
}

/** Cosine similarity of two vectors of length 1; 0 if their dimensions differ. */
export function cosine(a: Float32Array, b: Float32Array | undefined): number {
  let sum = 0;
  if (b?.length === a.length)
    for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
