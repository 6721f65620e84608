import { ada, makeFileRow, newId } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { Owner } from '#api/storage/schema.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { defaultQuota, type Quota } from '#api/storage/tables/chats/chatQuota.ts';

const AT = new Date('2026-11-20T08:00:00.000Z');

describeOnBothEngines('the quota of files, drafts and workspaces', (makeStore) => {
  let database: Database;
  let owner: Owner;
  beforeAll(async () => {
    database = await makeStore().open();
  });
  afterAll(() => database?.close());
  beforeEach(() => {
    owner = { tenantId: ada.tenantId, id: newId() };
  });

  const storeWith = (quota: Partial<Quota>): Store => createStore(database.kysely, { ...defaultQuota, ...quota });
  const insert = (store: Store, size: number) => store.files.insert(makeFileRow(owner, { size }), AT);

  /** @proves threat:upload-quota */
  it('limits the bytes of a person’s files, even if many arrive at once; other people are not affected', async () => {
    const store = storeWith({ uploadBytes: 1_000 });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => insert(store, 300)));
    expect(outcomes.filter(Boolean)).toHaveLength(3);
    expect(await store.files.getUploadRoom(owner, '2026-11-20')).toEqual({ stored: 100, today: 1_000 });
    expect(await store.files.insert(makeFileRow({ ...owner, id: newId() }, { size: 300 }), AT)).toBe(true);
  });

  it('limits the number of a person’s files', async () => {
    const store = storeWith({ files: 2 });
    expect([await insert(store, 1), await insert(store, 1), await insert(store, 1)]).toEqual([true, true, false]);
    expect(await store.files.getUploadRoom(owner, '2026-11-20')).toMatchObject({ stored: 0 });
  });

  it('is free again after the sweep deleted the files', async () => {
    const store = storeWith({ uploadBytes: 1_000 });
    expect([await insert(store, 1_000), await insert(store, 1)]).toEqual([true, false]);
    await store.files.deleteUnused(new Date(AT.getTime() + 1), 10_000);
    expect(await insert(store, 1)).toBe(true);
  });

  /** @proves threat:upload-quota */
  it('counts templates of presentations until they are deleted', async () => {
    const store = storeWith({ uploadBytes: 1_000 });
    const template = (size: number) => ({
      id: newId(),
      kind: 'slides' as const,
      owner,
      name: newId(),
      sha256: 'f'.repeat(64),
      size,
    });
    const first = template(800);
    expect(await store.presentationTemplates.insert(first, AT)).toBe(true);
    expect(await store.presentationTemplates.insert(template(300), AT)).toBe(false);
    expect(await insert(store, 300)).toBe(false);
    await store.presentationTemplates.delete(first.id);
    expect(await insert(store, 300)).toBe(true);
  });

  it('counts what arrives on a day, although it is not stored', async () => {
    const store = storeWith({ uploadBytes: 1_000 });
    await Promise.all([300, 400].map((bytes) => store.files.addReceivedBytes(owner, bytes, '2026-11-20')));
    expect(await store.files.getUploadRoom(owner, '2026-11-20')).toEqual({ stored: 1_000, today: 300 });
    expect(await store.files.getUploadRoom(owner, '2026-11-21')).toEqual({ stored: 1_000, today: 1_000 });
    await store.files.addReceivedBytes(owner, 1, '2026-11-21');
    const days = await database.kysely
      .selectFrom('received_bytes')
      .select('day')
      .where('owner_id', '=', owner.id)
      .execute();
    expect(days).toEqual([{ day: '2026-11-21' }]);
  });

  it('limits the e-mail drafts of a day, and still returns those that were created', async () => {
    const store = storeWith({ emailDrafts: 2 });
    const keys = [newId(), newId(), newId()];
    const claim = async (key: string, now = AT) => (await store.emailDrafts.claim(owner, key, now, new Date(0))).state;
    const states = await Promise.all(keys.map((key) => claim(key)));
    expect(states.toSorted()).toEqual(['claimed', 'claimed', 'too_many']);
    expect(await claim(keys[states.indexOf('claimed')] ?? '')).toBe('pending');
    expect(await claim(newId(), new Date(AT.getTime() + 90_000_000))).toBe('claimed');
  });

  it('limits the number of workspaces, even if many are saved at once', async () => {
    const store = storeWith({ workspaces: 2 });
    const save = (id = newId(), version = 0) =>
      store.workspaces.save(owner, id, { content: { notes: 'tea' }, version }, AT);
    const id = newId();
    await save(id);
    const saved = await Promise.all(Array.from({ length: 3 }, () => save()));
    expect(saved.filter(({ name }) => name === 'saved')).toHaveLength(1);
    expect(await save(id, 1)).toEqual({ name: 'saved', version: 2 });
  });
});
