import { ReadableItems } from '#api/graph/readableItems.ts';
import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { makePerson } from '#tests/harness/fakes/searchLibrary.ts';
import type { ChunkScope, ScopeFile } from '#api/storage/tables/search/chunkSearch.ts';
import { collectReadable } from './collectReadable.ts';
import { getReadableScope, MAX_FILES_BEFORE_SEARCH, type ScopeContext } from './readableScope.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

const Ben = makePerson('ben');
const filter = { tenantId: Ben.tenantId, siteIds: ['s'], itemIds: null };

const createFile = (versionId: string): ScopeFile => ({
  versionId,
  siteId: 's',
  itemId: versionId,
  driveId: 'd',
  ownerId: null,
  etag: 'v1',
  name: versionId,
  type: 'TXT',
  language: 'english',
  chunks: 2,
  words: 20,
});

/** Creates a site with two chunks per file, which are found in the order of the files. */
function createSite(files: readonly string[]) {
  const checkedFiles: string[] = [];
  const listLimits: number[] = [];
  const ctx = {
    clock: createManualClock(),
    log: createRecordingLog(),
    graph: {
      getReadableItems: async (_: unknown, items: readonly { driveId: string; itemId: string }[]) => {
        checkedFiles.push(...items.map(({ itemId }) => itemId));
        const item = { etag: 'v1', lastModified: '', webUrl: '', name: '' };
        return new ReadableItems(items.filter(({ itemId }) => isReadable(itemId)).map((ref) => [ref, item]));
      },
    },
    store: {
      chunkSearch: {
        findFiles: async (_: string, versionIds: readonly string[]) => versionIds.map(createFile),
        listFiles: async (_: unknown, limit: number) => files.slice(0, limit).map(createFile),
        findIndexes: async () => ({ indexIds: [1], chunks: 2 * files.length }),
      },
      wordCounts: { count: async () => new Map() },
    },
  } as ScopeContext;
  const listCandidates = async ({ versions }: ChunkScope, limit: number) => {
    listLimits.push(limit);
    const isSearched =
      'only' in versions ? (id: string) => versions.only.includes(id) : (id: string) => !versions.except.includes(id);
    const chunks = files.flatMap((versionId, index) => [1, 2].map((n) => ({ id: 2 * index + n, versionId, score: 0 })));
    return chunks.filter(({ versionId }) => isSearched(versionId)).slice(0, limit);
  };
  async function collect(hits: number, maxChecked: number): Promise<string[]> {
    const scope = await getReadableScope(ctx, Ben, filter);
    const collected = await collectReadable(ctx, Ben, scope, listCandidates, { hits, checkedFiles: maxChecked });
    return collected.map(({ hit }) => hit.versionId);
  }
  return { collect, checkedFiles, listLimits };
}

const createNames = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);

/** Readable files, each after a number of unreadable ones. */
const createFiles = (readable: number, unreadableBeforeEach: number) =>
  createNames('readable', readable).flatMap((file) => [
    ...createNames(`unreadable-${file}-`, unreadableBeforeEach),
    file,
  ]);

const isReadable = (versionId: string) => versionId.startsWith('readable');

it.each([1, 3, 9])('collects the same hits with %d unreadable files before each readable one', async (unreadable) => {
  const expected = await createSite(createFiles(30, 0)).collect(40, 0);
  expect(expected).toHaveLength(40);
  expect(await createSite(createFiles(30, unreadable)).collect(40, 0)).toEqual(expected);
});

it('collects the same hits in a site that is too large to check all files', async () => {
  const [readable, mixed] = [createSite(createFiles(500, 0)), createSite(createFiles(500, 2))];
  // The sample is taken from the start of the list. This collects more hits than it contains.
  const expected = await readable.collect(400, 400);
  expect(expected).toHaveLength(400);
  expect(await mixed.collect(400, 400)).toEqual(expected);
  expect(mixed.checkedFiles.length).toBeGreaterThan(MAX_FILES_BEFORE_SEARCH);
});

it('checks a limited number of files, each once, if nearly all are unreadable', async () => {
  const { collect, checkedFiles, listLimits } = createSite(createFiles(20, 500));
  expect(await collect(120, 200)).toEqual(['readable0', 'readable0']);
  expect(checkedFiles.length).toBeLessThanOrEqual(MAX_FILES_BEFORE_SEARCH + 200);
  expect(new Set(checkedFiles).size).toBe(checkedFiles.length);
  expect(listLimits.length).toBeLessThanOrEqual(4);
});

it('does not check known files again', async () => {
  const { collect, checkedFiles } = createSite(createFiles(20, 5));
  await collect(40, 200);
  await collect(40, 200);
  expect(checkedFiles).toHaveLength(120);
});
