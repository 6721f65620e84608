import { ReadableItems } from '../../graph/readableItems.ts';
import { createManualClock } from '../../../../tests/harness/fakes/manualClock.ts';
import { makePerson } from '../../../../tests/harness/fakes/searchLibrary.ts';
import type { VersionFile, ChunkScope, ScopeFile } from '../../storage/tables/search/chunkSearch.ts';
import { firstReadable } from './collectReadable.ts';
import { FIRST_ASKED, readableScope, type ScopeContext } from './readableScope.ts';
import { createRecordingLog } from '../../../../tests/harness/fakes/recordingLog.ts';

const Ben = makePerson('ben');
const where = { tenantId: Ben.tenantId, siteIds: ['s'], itemIds: null };

const fileOf = (versionId: string): ScopeFile => ({
  ...({
    versionId,
    siteId: 's',
    itemId: versionId,
    driveId: 'd',
    etag: 'v1',
    name: versionId,
    type: 'TXT',
  } satisfies VersionFile),
  language: 'english',
  chunks: 2,
  words: 20,
});

/** A site of files with two chunks each, found in the order of their numbers; Graph lets Ben read some of them. */
function siteOf(files: readonly string[], isOpen: (versionId: string) => boolean) {
  const asked: string[] = [];
  const lists: number[] = [];
  const ctx = {
    clock: createManualClock(),
    log: createRecordingLog(),
    graph: {
      getReadableItems: async (_: unknown, items: readonly { driveId: string; itemId: string }[]) => {
        asked.push(...items.map(({ itemId }) => itemId));
        const item = { etag: 'v1', lastModified: '', webUrl: '', name: '' };
        return new ReadableItems(items.filter(({ itemId }) => isOpen(itemId)).map((ref) => [ref, item]));
      },
    },
    store: {
      chunkSearch: {
        findFiles: async (_: string, versionIds: readonly string[]) => versionIds.map(fileOf),
        listFiles: async (_: unknown, limit: number) => files.slice(0, limit).map(fileOf),
        findIndexes: async () => ({ indexIds: [1], chunks: 2 * files.length }),
      },
      wordCounts: { count: async () => new Map() },
    },
  } as ScopeContext;
  const list = async ({ versions: sets }: ChunkScope, limit: number) => {
    lists.push(limit);
    const isSearched =
      'only' in sets ? (id: string) => sets.only.includes(id) : (id: string) => !sets.except.includes(id);
    const chunks = files.flatMap((versionId, at) => [1, 2].map((n) => ({ id: 2 * at + n, versionId, score: 0 })));
    return chunks.filter(({ versionId }) => isSearched(versionId)).slice(0, limit);
  };
  const first = async (enough: number, most: number) =>
    (await firstReadable(ctx, Ben, await readableScope(ctx, Ben, where), list, { enough, most })).map(
      ({ hit }) => hit.versionId,
    );
  return { first, asked, lists };
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);

/** Open files with closed ones before each. */
const amid = (open: number, closedForEach: number) =>
  numbered('open', open).flatMap((file) => [...numbered(`closed-${file}-`, closedForEach), file]);

const isOpen = (versionId: string) => versionId.startsWith('open');

it.each([1, 3, 9])(
  'of a list in which %d closed files stand before each open one, the open ones are taken',
  async (closed) => {
    const without = await siteOf(amid(30, 0), isOpen).first(40, 0);
    expect(without).toHaveLength(40);
    expect(await siteOf(amid(30, closed), isOpen).first(40, 0)).toEqual(without);
  },
);

it('in a site that is too large to ask about all files, closed files take no place either', async () => {
  const [open, mixed] = [siteOf(amid(500, 0), isOpen), siteOf(amid(500, 2), isOpen)];
  // The sample is at the beginning of the list: wish for more than that holds.
  const without = await open.first(400, 400);
  expect(without).toHaveLength(400);
  expect(await mixed.first(400, 400)).toEqual(without);
  expect(mixed.asked.length).toBeGreaterThan(FIRST_ASKED);
});

it('where nearly all is closed, Graph is asked about so many files and no more, each once', async () => {
  const { first, asked, lists } = siteOf(amid(20, 500), isOpen);
  expect(await first(120, 200)).toEqual(['open0', 'open0']);
  expect(asked.length).toBeLessThanOrEqual(FIRST_ASKED + 200);
  expect(new Set(asked).size).toBe(asked.length);
  expect(lists.length).toBeLessThanOrEqual(4);
});

it('what is known to be closed is not asked about again', async () => {
  const { first, asked } = siteOf(amid(20, 5), isOpen);
  await first(40, 200);
  await first(40, 200);
  expect(asked).toHaveLength(120);
});
