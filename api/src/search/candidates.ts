import type { Store } from '../storage/store.ts';
import type { ChunkWords, Found } from '../storage/tables/chunkSearch.ts';
import type { Weights } from './question.ts';
import { wordsOfOnlyChunk, type Candidate, type FileWords } from './score.ts';

/** The chunks that were found, each once, with their words and those of their files that are asked for. */
export async function gather(
  store: Pick<Store, 'chunkSearch'>,
  found: readonly Found[],
  weights: Weights,
): Promise<Candidate[]> {
  const ids = [...new Set(found.map(({ id }) => id))];
  if (ids.length === 0) return [];
  const chunks = await store.chunkSearch.words(ids);
  const files = await filesOf(store, chunks, weights);
  return chunks.map((chunk) => ({ ...chunk, file: files.get(chunk.setId) ?? wordsOfOnlyChunk(chunk) }));
}

/** Words of files of several chunks, by set; a file of one chunk has no others. */
async function filesOf(
  store: Pick<Store, 'chunkSearch'>,
  chunks: readonly ChunkWords[],
  weights: Weights,
): Promise<Map<string, FileWords>> {
  const setIds = [...new Set(chunks.map(({ setId }) => setId))];
  const files = new Map<string, FileWords>();
  for (const { id, length, word, count, title } of await store.chunkSearch.fileWords(setIds, [...weights.keys()])) {
    const file = files.get(id) ?? { length, counts: new Map() };
    file.counts.set(word, { count, title });
    files.set(id, file);
  }
  return files;
}
