import { ben, newId } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, type TestStore } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore } from '#api/storage/store.ts';

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await makeStoreOnAnyEngine();
  database = await store.open();
});
afterAll(async () => {
  await database?.close();
  await store?.cleanUp();
});

/** @proves threat:download-address */
it("Ben's exported file is found until it expires, and deleted afterwards", async () => {
  const { exportedFiles } = createStore(database.kysely);
  const [now, end] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T10:10:00Z')];
  const row = { id: newId(), owner: ben, name: 'Tea.pdf', type: 'application/pdf', size: 3 };
  const file = { ...row, sha256: 'a'.repeat(64), ticketHash: 'b'.repeat(64), expiresAt: end };
  await exportedFiles.insert(file);
  expect(await exportedFiles.find(file.id, now)).toEqual(file);
  expect(await exportedFiles.find(file.id, end)).toBeUndefined();
  expect([await exportedFiles.deleteExpired(now), await exportedFiles.deleteExpired(end)]).toEqual([0, 1]);
});
