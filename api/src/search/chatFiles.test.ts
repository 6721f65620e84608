import { sql } from 'kysely';
import type { Extraction } from '#contract/files/locations.ts';
import type { Database } from '#api/storage/database.ts';
import { createSearchLibrary, makePerson, type SearchLibrary } from '#tests/harness/fakes/searchLibrary.ts';
import { ada, newId } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine } from '#tests/harness/storage/testStore.ts';
import { getReadableScope } from './access/readableScope.ts';
import { indexChatFiles } from './chatFiles.ts';
import { searchSite } from './searchSite.ts';

let database: Database;
let library: SearchLibrary;
let cleanUp: () => Promise<void>;
beforeAll(async () => {
  const testStore = await makeStoreOnAnyEngine();
  database = await testStore.open();
  library = createSearchLibrary(database);
  cleanUp = async () => {
    await database.close();
    await testStore.cleanUp();
  };
});
afterAll(() => cleanUp());
beforeEach(() => {
  library.available.embedder = true;
});

const signal = new AbortController().signal;

async function addFile(pages: readonly string[], owner = ada): Promise<string> {
  const { files } = library.ctx.store;
  const file = { id: newId(), owner, name: 'Report.pdf', type: 'PDF' as const, size: 9, sha256: 'a'.repeat(64) };
  await files.insert(file, new Date());
  const parts = pages.map((text, index) => ({ location: { kind: 'page' as const, page: index + 1 }, text }));
  const extraction: Extraction = { type: 'PDF', parts, pages: pages.length, usedOcr: false };
  await files.saveText(file.id, 'PDF', extraction, 10);
  return file.id;
}

async function search(person: string, fileIds: readonly string[], query: string) {
  const asker = makePerson(person);
  const filter = { tenantId: asker.tenantId, siteIds: [], fileIds, itemIds: null };
  const scope = await getReadableScope(library.ctx, asker, filter, signal);
  const { passages } = await searchSite(library.ctx, asker, scope, { queries: [query], maxTokens: 2_000 }, signal);
  return { passages, scope };
}

const countRows = async (table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    database.kysely,
  );
  return rows[0]?.count;
};

it('the file of a chat is found by the person who added it, page by page, without asking Microsoft 365', async () => {
  const id = await addFile(['Lunch is at noon.', 'The ferry leaves at nine.']);
  await indexChatFiles(library.ctx, [id], signal);
  library.graphRequests.splice(0);
  const { passages, scope } = await search(ada.id, [id], 'ferry');
  const source = { fileId: id, fileName: 'Report.pdf', site: null, link: null, lastModified: null };
  expect(passages[0]).toMatchObject({ ...source, location: { kind: 'page', page: 2 } });
  expect(scope.fileNames).toEqual(['Report.pdf']);
  expect(library.graphRequests).toEqual([]);
});

/** @proves threat:function-rights */
it('another person has no statistics and no hits of it', async () => {
  const id = await addFile(['The ferry leaves at nine.']);
  await indexChatFiles(library.ctx, [id], signal);
  const { passages, scope } = await search('ben', [id], 'ferry');
  expect(passages).toEqual([]);
  expect(scope).toMatchObject({ files: 0, chunks: 0, fileNames: [], languages: [] });
  expect(await scope.countWords(['ferri'])).toEqual(new Map());
});

it('it is indexed once, and by its words only if the embedder fails', async () => {
  const id = await addFile(['The ferry leaves at nine.']);
  library.available.embedder = false;
  await Promise.all([indexChatFiles(library.ctx, [id], signal), indexChatFiles(library.ctx, [id], signal)]);
  const key = { tenantId: ada.tenantId, siteId: '', itemId: id };
  const first = await library.ctx.store.chunks.findVisible(key);
  expect(first).toMatchObject({ embedder: null, chunks: 1 });
  library.available.embedder = true;
  await indexChatFiles(library.ctx, [id], signal);
  expect(await library.ctx.store.chunks.findVisible(key)).toEqual(first);
  expect((await search(ada.id, [id], 'ferry')).passages).toHaveLength(1);
});

it('its index is deleted with the file', async () => {
  const tables = ['search_index', 'document_version', 'chunk', 'chunk_words', 'chunk_vector', 'term'];
  const before = await Promise.all(tables.map(countRows));
  const id = await addFile(['The ferry leaves at nine.', 'Rowan counts the guests.']);
  await indexChatFiles(library.ctx, [id], signal);
  expect(await Promise.all(tables.map(countRows))).not.toEqual(before);
  await sql`delete from file where id = ${id}`.execute(database.kysely);
  expect(await Promise.all(tables.map(countRows))).toEqual(before);
  expect((await search(ada.id, [id], 'ferry')).passages).toEqual([]);
});

it('a file of a site and one of a chat are one ranking', async () => {
  const site = '1'.padStart(32, '0');
  await library.put(site, 'plan', ['The ferry leaves at nine.']);
  library.permissions.add(`${ada.id}/plan`);
  const id = await addFile(['The ferry leaves at nine.']);
  await indexChatFiles(library.ctx, [id], signal);
  const asker = makePerson(ada.id);
  const find = async (itemIds: string[] | null) => {
    const filter = { tenantId: asker.tenantId, siteIds: [site], fileIds: [id], itemIds };
    const scope = await getReadableScope(library.ctx, asker, filter, signal);
    const request = { queries: ['ferry'], maxTokens: 2_000 };
    return (await searchSite(library.ctx, asker, scope, request, signal)).passages
      .map(({ fileId }) => fileId)
      .toSorted();
  };
  expect(await find(null)).toEqual([id, 'plan'].toSorted());
  expect(await find([id])).toEqual([id]);
  expect(await find(['plan'])).toEqual(['plan']);
});
