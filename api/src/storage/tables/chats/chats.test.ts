import { ada, ben, carl, makeChatRow, makeMessageRow, newId } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import { defaultModeSettings } from '#contract/settings.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { storedText, unsafeText } from '#api/storage/tables/unsafeText.fixture.ts';

const monday = new Date('2026-11-16T08:00:00.000Z');
const tuesday = new Date('2026-11-17T08:00:00.123Z');

describeOnBothEngines('chats', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  it('are stored with all fields', async () => {
    const chat = makeChatRow(ada, {
      type: 'search',
      title: 'Board minutes',
      workspaceId: newId(),
      fileViewerId: newId(),
      sites: ['finance'],
      settings: defaultModeSettings('ks'),
      sharedBy: 'Ben Okafor',
      updatedAt: tuesday,
    });
    expect(await store.chats.create(chat)).toEqual(chat);
    expect(await store.chats.find(chat.id)).toEqual(chat);
    expect(await store.chats.find(newId())).toBeUndefined();
  });

  it('with an existing id are not created', async () => {
    const chat = makeChatRow(ada, { title: 'Ada’s' });
    const created = await Promise.all(
      [chat, ...Array.from({ length: 9 }, () => ({ ...chat, title: 'again' }))].map(store.chats.create),
    );
    expect(new Set(created.map(({ title }) => title)).size).toBe(1);
    expect((await store.chats.create({ ...chat, owner: ben })).owner).toEqual(ada);
  });

  it('are listed by the time of their last change', async () => {
    const dev = { tenantId: ada.tenantId, id: newId() };
    const [old, young] = [makeChatRow(dev, { updatedAt: monday }), makeChatRow(dev, { updatedAt: tuesday })];
    await store.chats.create(old);
    await store.chats.create(young);
    expect((await store.chats.list(dev, 10)).map(({ id }) => id)).toEqual([young.id, old.id]);
    const changed = await store.chats.change(old.id, { title: 'Budget' }, new Date(tuesday.getTime() + 1));
    expect(changed).toMatchObject({ title: 'Budget', settings: null, workspaceId: null });
    expect((await store.chats.list(dev, 10)).map(({ id }) => id)).toEqual([old.id, young.id]);
    expect(await store.chats.list(dev, 1)).toHaveLength(1);
    expect(await store.chats.list({ ...dev, tenantId: carl.tenantId }, 10)).toEqual([]);
  });

  it('keep the fields that a change does not contain, and lose those that are null', async () => {
    const chat = await store.chats.create(
      makeChatRow(ada, { title: 'Plans', workspaceId: newId(), settings: defaultModeSettings('chat') }),
    );
    expect(await store.chats.change(chat.id, {}, tuesday)).toEqual({ ...chat, updatedAt: tuesday });
    const bare = await store.chats.change(chat.id, { settings: null, workspaceId: null }, tuesday);
    expect(bare).toEqual({ ...chat, settings: null, workspaceId: null, updatedAt: tuesday });
    expect(await store.chats.change(newId(), { title: 'nobody’s' }, tuesday)).toBeUndefined();
  });

  it('get a generated title only in place of a default one', async () => {
    const replaceable = ['', 'New Chat', 'New Search'];
    const chat = await store.chats.create(makeChatRow(ada));
    await store.chats.replaceTitle(chat.id, 'A generated title', replaceable);
    await store.chats.replaceTitle(chat.id, 'Another', replaceable);
    expect(await store.chats.find(chat.id)).toEqual({ ...chat, title: 'A generated title' });
  });

  it('accept any text', async () => {
    const chat = await store.chats.create(
      makeChatRow(ada, { title: unsafeText, sites: [unsafeText], sharedBy: unsafeText }),
    );
    expect(chat).toMatchObject({ title: storedText, sites: [storedText], sharedBy: storedText });
    expect(await store.chats.change(chat.id, { title: `2 ${unsafeText}` }, monday)).toMatchObject({
      title: `2 ${storedText}`,
    });
    await store.chats.replaceTitle(chat.id, `3 ${unsafeText}`, [`2 ${storedText}`]);
    expect(await store.chats.find(chat.id)).toMatchObject({ title: `3 ${storedText}` });
  });

  it('are deleted with their messages', async () => {
    const [deleted, other] = [await store.chats.create(makeChatRow(ada)), await store.chats.create(makeChatRow(ada))];
    for (const chat of [deleted, other]) await store.messages.append(makeMessageRow(chat.id));
    await store.chats.delete(deleted.id);
    expect(await store.chats.find(deleted.id)).toBeUndefined();
    expect(await store.messages.list(deleted.id)).toEqual([]);
    expect(await store.messages.list(other.id)).toHaveLength(1);
  });
});
