import type { ChunkWords } from '#api/storage/tables/search/chunkSearch.ts';
import type { AppContext } from '#api/context.ts';
import type { ReadableHit } from '#api/search/access/trimToReadable.ts';

/** A chunk that the person can read, with its words. Only such chunks are ranked or affect the ranking. */
export interface ReadableChunk extends ChunkWords {
  readable: ReadableHit;
}

type ChunkStore = { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'findWords'> };

/** Reads the words of readable hits, each chunk once and in the same order. No other function reads words from the index. */
export async function readChunkWords(store: ChunkStore, hits: readonly ReadableHit[]): Promise<ReadableChunk[]> {
  const hitById = new Map(hits.map((readable) => [readable.hit.chunkId, readable]));
  const ids = [...hitById.keys()];
  const chunks = ids.length > 0 ? await store.chunkSearch.findWords(ids) : [];
  const chunkById = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  return ids.flatMap((id): ReadableChunk[] => {
    const [chunk, readable] = [chunkById.get(id), hitById.get(id)];
    return chunk && readable ? [{ ...chunk, readable }] : [];
  });
}
