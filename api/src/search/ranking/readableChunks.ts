import type { ChunkWords } from '../../storage/tables/search/chunkSearch.ts';
import type { AppContext } from '../../context.ts';
import type { ReadableHit } from '../access/trim.ts';

/** The words of a chunk that the asker can read. Only such chunks are ranked, or have a say in how others are. */
export interface ReadableChunk extends ChunkWords {
  readable: ReadableHit;
}

type ChunkStore = { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'findWords'> };

/**
 * The words of readable hits, in their order, each chunk once; those that are known already are left out. This is the only
 * way from the index to the words of a chunk.
 */
export async function readableChunks(
  store: ChunkStore,
  hits: readonly ReadableHit[],
  known: readonly ReadableChunk[] = [],
): Promise<ReadableChunk[]> {
  const isKnown = new Set(known.map(({ id }) => id));
  const wanted = new Map(hits.map((readable) => [readable.hit.chunkId, readable]));
  const missing = [...wanted.keys()].filter((id) => !isKnown.has(id));
  const chunks = missing.length > 0 ? await store.chunkSearch.findWords(missing) : [];
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  return missing.flatMap((id): ReadableChunk[] => {
    const [chunk, readable] = [byId.get(id), wanted.get(id)];
    return chunk && readable ? [{ ...chunk, readable }] : [];
  });
}
