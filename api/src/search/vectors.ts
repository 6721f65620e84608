import type { Found, Scope } from '../storage/tables/chunkSearch.ts';
import type { FindWorld } from './find.ts';

/** Chunks near a question in the space of an embedder. */
export interface Near {
  embedder: string | null;
  /** By chunk: by how much its cosine is above that of the farthest compared. */
  nearness: Map<number, number>;
  found: Found[];
}

export const nothingNear: Near = { embedder: null, nearness: new Map(), found: [] };

/** Compared by their signs first, then these many by their whole vectors. */
const COMPARED = 200;
/** Of those, so many are candidates by their vector alone. */
const NEAREST = 50;

/** The chunks whose vectors point the way the question's does. An embedder that is away leaves the search to the words. */
export async function nearBy(
  { store, models, log }: FindWorld,
  scope: Scope,
  text: string,
  signal: AbortSignal,
): Promise<Near> {
  try {
    const embedder = await models.embedder();
    if (embedder === null || scope.chunks === 0) return { ...nothingNear, embedder };
    const [vector] = await models.embed([text], signal);
    if (!vector) return nothingNear;
    const roughly = await store.chunkSearch.byVector(scope, embedder, vector, COMPARED);
    const vectors = await store.chunkSearch.vectors(
      roughly.map(({ id }) => id),
      embedder,
    );
    const exact = roughly.map((chunk) => ({ ...chunk, score: cosine(vector, vectors.get(chunk.id)) }));
    exact.sort((a, b) => b.score - a.score);
    return { embedder, nearness: spread(exact), found: exact.slice(0, NEAREST) };
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ error }, 'there are no vectors for a question; its words alone are looked for');
    return nothingNear;
  }
}

/** Of vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array | undefined): number {
  let sum = 0;
  if (b?.length === a.length) for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** How much nearer each is than the farthest that was compared: cosines begin elsewhere for each embedder. */
function spread(found: readonly Found[]): Map<number, number> {
  const least = Math.min(...found.map(({ score }) => score));
  return new Map(found.map(({ id, score }) => [id, score - least]));
}
