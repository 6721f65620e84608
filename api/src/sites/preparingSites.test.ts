import { sql } from 'kysely';
import { createSearchLibrary, makePerson, makeSiteId } from '#tests/harness/fakes/searchLibrary.ts';
import { ada, ben } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, type TestStore } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { AppContext } from '#api/context.ts';
import { listPreparingSites } from './preparingSites.ts';

const [Ada, Ben] = [makePerson(ada.id), makePerson(ben.id)];
const [finance, travel, board] = [1, 2, 3].map((number) => makeSiteId(number)) as [string, string, string];

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

/** @proves threat:unreadable-site */
it('names the sites of which files that the person can read are being indexed, whatever else is', async () => {
  const library = createSearchLibrary(database);
  const ctx = library.ctx as unknown as AppContext;
  const list = async (person: typeof Ada) =>
    (await listPreparingSites(ctx, person, [finance, travel, board])).toSorted();
  for (let index = 0; index < 100; index += 1) await library.put(board, `closed${index}`, ['Minutes']);
  await library.put(board, 'open', ['Agenda']);
  await library.put(finance, 'salaries', ['Salaries']);
  await library.put(travel, 'hotels', ['Hotels']);
  for (const item of ['open', 'salaries', 'hotels']) library.permissions.add(`${ada.id}/${item}`);
  library.permissions.add(`${ben.id}/hotels`);
  expect(await list(Ada)).toEqual([]);

  await sql`update corpus_file set state = 'embedding' where item_id <> 'hotels'`.execute(database.kysely);
  expect(await list(Ada)).toEqual([finance, board]);
  expect(await list(Ben)).toEqual([]);
  await sql`update corpus_file set state = 'embedding' where item_id = 'hotels'`.execute(database.kysely);
  expect(await list(Ben)).toEqual([travel]);

  library.available.graph = false;
  await library.ctx.clock.advance(60_000);
  expect(await list(Ben)).toEqual([]);
});
