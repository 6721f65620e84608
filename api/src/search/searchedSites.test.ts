import { createSearchLibrary, makePerson, makeSiteId } from '#tests/harness/fakes/searchLibrary.ts';
import { ben } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, type TestStore } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { AppContext } from '#api/context.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import { MAX_FILES_BEFORE_SEARCH } from './access/readableScope.ts';
import { describeGaps } from './searchedSites.ts';
import { getSiteScope, searchSite } from './searchSite.ts';

const Ben = makePerson(ben.id);
const { signal } = new AbortController();

let testStore: TestStore;
let database: Database;
beforeAll(async () => {
  testStore = await makeStoreOnAnyEngine();
  database = await testStore.open();
});
afterAll(async () => {
  await database.close();
  await testStore.cleanUp();
});

/** @proves threat:unreadable-files-in-ranking */
it('the end of an answer says the same about a site without files and one with many files that Ben cannot read', async () => {
  const library = createSearchLibrary(database);
  const ctx = library.ctx as unknown as AppContext;
  const [travel, closed, empty] = [1, 2, 3].map((number) => makeSiteId(number)) as [string, string, string];
  await library.put(travel, 'hotels', ['The hotel in Merrow is the Heron.']);
  library.permissions.add(`${ben.id}/hotels`);
  for (let index = 0; index <= MAX_FILES_BEFORE_SEARCH; index += 1)
    await library.put(closed, `unreadable${index}`, ['A hotel in Merrow.']);

  async function describe(other: string): Promise<string> {
    const sites = [
      { id: travel, name: 'Travel' },
      { id: other, name: 'Board' },
    ] as SiteRow[];
    const scope = await getSiteScope(ctx, Ben, sites, [], signal);
    const { hits } = await searchSite(ctx, Ben, scope, { queries: ['hotel in Merrow'], maxTokens: 4_000 }, signal);
    const foundIds = new Set(hits.map(({ file }) => file.siteId));
    return describeGaps(ctx, Ben, [travel, other], { sites, lost: 0, isPartial: false }, foundIds);
  }
  const expected = '\n\n*I found nothing about this in the files of Board that you can read.*';
  expect(await describe(empty)).toBe(expected);
  expect(await describe(closed)).toBe(expected);
});
