import type { Person } from '../../identity/person.ts';
import type { AppContext } from '../../context.ts';
import { firstReadable, type Wish } from '../access/collectReadable.ts';
import type { ReadableScope } from '../access/readableScope.ts';
import type { ReadableHit, TrimContext } from '../access/trim.ts';

export type VectorContext = TrimContext & {
  models: Pick<AppContext['models'], 'embed' | 'embedder'>;
  store: { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'findByVector' | 'findVectors'> };
};

/** A question in the space of an embedder; no vector where the embedder is away. */
export interface Embedded {
  embedder: string | null;
  vector: Float32Array | null;
}

export const notEmbedded: Embedded = { embedder: null, vector: null };

/** Readable chunks near a question. */
export interface Near {
  /** By chunk: by how much its cosine is above that of the farthest compared. */
  nearness: ReadonlyMap<number, number>;
  hits: readonly ReadableHit[];
}

/** Compared by their signs first, then these many by their whole vectors. */
const COMPARED: Wish = { enough: 200, most: 100 };
/** Of those, so many are candidates by their vector alone. */
const NEAREST = 50;

/** An embedder that is away leaves the search to the words. */
export async function embedQuestion(
  { models, log }: Pick<VectorContext, 'models' | 'log'>,
  text: string,
  signal: AbortSignal,
): Promise<Embedded> {
  try {
    const embedder = await models.embedder();
    const [vector] = embedder === null ? [] : await models.embed([text], signal);
    return { embedder, vector: vector ?? null };
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ error }, 'there are no vectors for a question; its words alone are looked for');
    return notEmbedded;
  }
}

/** The chunks that the person can read whose vectors point the way the question's does. */
export async function nearBy(
  ctx: VectorContext,
  person: Person,
  scope: ReadableScope,
  { embedder, vector }: Embedded,
): Promise<Near> {
  if (embedder === null || vector === null) return { nearness: new Map(), hits: [] };
  const { chunkSearch } = ctx.store;
  const compared = await firstReadable(
    ctx,
    person,
    scope,
    (at, limit) => chunkSearch.findByVector(at, embedder, vector, limit),
    COMPARED,
  );
  const vectors = await chunkSearch.findVectors(
    compared.map(({ hit }) => hit.chunkId),
    embedder,
  );
  const exact = compared.map((readable) => ({ readable, near: cosine(vector, vectors.get(readable.hit.chunkId)) }));
  exact.sort((a, b) => b.near - a.near);
  const least = exact.at(-1)?.near ?? 0;
  return {
    nearness: new Map(exact.map(({ readable, near }) => [readable.hit.chunkId, near - least])),
    hits: exact.slice(0, NEAREST).map(({ readable }) => readable),
  };
}

/** Of vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array | undefined): number {
  let sum = 0;
  if (b?.length === a.length) for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
