import { emptyAnswer } from '#contract/runs/answerEvents.ts';
import { ada, ben, carl, makeChatRow, makeExchange, makeMessageRow, newId } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { Owner } from '#api/storage/schema.ts';
import { createStore, type Store } from '#api/storage/store.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));

describeOnBothEngines('the list of chats', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  const makeDev = (): Owner => ({ tenantId: ada.tenantId, id: newId() });
  const listIds = async (owner: Owner) => (await store.chats.list(owner, 100)).map(({ id }) => id);

  it('is read in pages, without gaps or duplicates when chats have the same time', async () => {
    const dev = makeDev();
    const chats = await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        store.chats.create(makeChatRow(dev, { updatedAt: at(Math.floor(index / 3)) })),
      ),
    );
    const ids: string[] = [];
    for (let after = null as { updatedAt: Date; id: string } | null; ;) {
      const page = await store.chats.list(dev, 2, after);
      ids.push(...page.map(({ id }) => id));
      after = page.at(-1) ?? null;
      if (after === null) break;
    }
    expect(ids).toEqual(await listIds(dev));
    expect(new Set(ids)).toEqual(new Set(chats.map(({ id }) => id)));
  });

  it('is pinned, moved and marked by its owner only', async () => {
    const dev = makeDev();
    const chat = await store.chats.create(makeChatRow(dev, { unread: true }));
    const folderId = newId();
    await store.folders.save(dev, { id: folderId, name: 'Travel' }, 10, at(0));
    for (const other of [ben, { ...dev, tenantId: carl.tenantId }])
      expect(await store.chats.mark(other, [chat.id], { pinned: true, unread: false, folderId: null })).toEqual([]);
    expect(await store.chats.find(chat.id)).toEqual(chat);
    const marks = { pinned: true, unread: false, folderId };
    expect(await store.chats.mark(dev, [chat.id, newId()], marks)).toEqual([chat.id]);
    expect(await store.chats.list(dev, 1)).toEqual([{ ...chat, ...marks, isAnswering: false }]);
  });

  it('shows an answer in progress; the chat stays unread until the answer ends', async () => {
    const chat = await store.chats.create(makeChatRow(ada));
    const exchange = makeExchange(chat.id);
    await store.messages.accept(exchange);
    await store.chats.mark(ada, [chat.id], { unread: false });
    const listed = async () => (await store.chats.list(ada, 100)).find(({ id }) => id === chat.id);
    expect(await listed()).toMatchObject({ isAnswering: true, unread: true });
    expect(await store.chats.listAnswering(ada)).toContain(chat.id);
    const state = { name: 'complete', finish: 'stop' } as const;
    const settled = { ...emptyAnswer(exchange.answerId, exchange.run.id), state };
    // The run continues with follow-up questions.
    await store.runs.commit(exchange.run.processId, [
      { runId: exchange.run.id, events: [], answer: { chatId: chat.id, answer: settled }, ended: false },
    ]);
    expect(await listed()).toMatchObject({ isAnswering: false, unread: true });
    await store.chats.mark(ada, [chat.id], { unread: false });
    expect(await listed()).toMatchObject({ unread: false });
  });

  it('hides deleted chats, which their owner can restore for a while', async () => {
    const dev = makeDev();
    const chat = await store.chats.create(makeChatRow(dev));
    const message = makeMessageRow(chat.id);
    await store.messages.append(message);
    expect(await store.chats.markDeleted(ben, [chat.id], at(1))).toEqual([]);
    expect(await store.chats.markDeleted(dev, [chat.id], at(1))).toEqual([chat.id]);
    expect(await store.chats.markDeleted(dev, [chat.id], at(2))).toEqual([]);
    expect(await store.chats.find(chat.id)).toBeUndefined();
    expect(await listIds(dev)).toEqual([]);
    expect(await store.messages.find(dev, message.id)).toBeUndefined();
    expect(await store.messages.append(makeMessageRow(chat.id))).toBe('gone');
    expect(await store.messages.accept({ ...makeExchange(chat.id), owner: dev })).toEqual({ name: 'gone' });
    expect(await store.chats.change(chat.id, { title: 'Back' }, at(3))).toBeUndefined();
    await expect(store.chats.create(chat)).rejects.toMatchObject({ code: 'not_found' });

    expect(await store.chats.restore(ben, [chat.id], at(0))).toEqual([]);
    expect(await store.chats.restore(dev, [chat.id], at(1))).toEqual([]);
    expect(await store.chats.restore(dev, [chat.id], at(0))).toEqual([chat.id]);
    expect(await store.chats.find(chat.id)).toMatchObject({ id: chat.id, title: chat.title });
    expect(await store.messages.list(chat.id)).toHaveLength(1);
  });

  it('no longer contains expired chats after the sweep: deleted ones and unused temporary ones', async () => {
    const dev = makeDev();
    const [kept, deleted, temporary, usedTemporary] = await Promise.all([
      store.chats.create(makeChatRow(dev, { updatedAt: at(0) })),
      store.chats.create(makeChatRow(dev)),
      store.chats.create(makeChatRow(dev, { temporary: true, updatedAt: at(0) })),
      store.chats.create(makeChatRow(dev, { temporary: true, updatedAt: at(9) })),
    ]);
    await store.chats.markDeleted(dev, [deleted.id], at(1));
    expect(await listIds(dev)).toEqual([kept.id]);
    await store.chats.removeExpired(at(0), at(-1), 100);
    expect(await store.chats.restore(dev, [deleted.id], at(0))).toEqual([deleted.id]);
    await store.chats.markDeleted(dev, [deleted.id], at(1));
    await store.chats.removeExpired(at(1), at(0), 100);
    expect(await store.chats.restore(dev, [deleted.id], at(0))).toEqual([]);
    expect(await store.chats.find(temporary.id)).toBeUndefined();
    expect(await store.chats.find(usedTemporary.id)).toEqual(usedTemporary);
    expect(await store.chats.find(kept.id)).toEqual(kept);
  });

  it('no longer contains chats after the retention time of their organization, pinned ones too', async () => {
    const dev = { ...makeDev(), tenantId: crypto.randomUUID() };
    const [old, pinned, used] = await Promise.all([
      store.chats.create(makeChatRow(dev, { updatedAt: at(0) })),
      store.chats.create(makeChatRow(dev, { updatedAt: at(0), pinned: true })),
      store.chats.create(makeChatRow(dev, { updatedAt: at(9) })),
    ]);
    const foreign = await store.chats.create(makeChatRow(ada, { updatedAt: at(0) }));
    expect(await store.chats.countUntouched(dev.tenantId, at(5))).toBe(2);
    expect(await store.chats.removeUntouched(dev.tenantId, at(5), 100)).toBe(2);
    for (const { id } of [old, pinned]) expect(await store.chats.find(id)).toBeUndefined();
    for (const chat of [used, foreign]) expect(await store.chats.find(chat.id)).toEqual(chat);
  });

  it('removes a temporary chat at once', async () => {
    const chat = await store.chats.create(makeChatRow(ada, { temporary: true }));
    expect(await store.chats.markDeleted(ada, [chat.id], at(1))).toEqual([chat.id]);
    expect(await store.chats.restore(ada, [chat.id], at(0))).toEqual([]);
  });

  it('has folders with ids that are unique per person; deleting a folder keeps its chats', async () => {
    const [dev, elif] = [makeDev(), makeDev()];
    const id = newId();
    expect(await store.folders.save(dev, { id, name: 'Travel' }, 2, at(0))).toBe(true);
    expect(await store.folders.save(elif, { id, name: 'Board' }, 2, at(0))).toBe(true);
    expect(await store.folders.save(dev, { id, name: 'Trips' }, 2, at(1))).toBe(true);
    expect(await store.folders.save(dev, { id: newId(), name: 'Second' }, 2, at(2))).toBe(true);
    expect(await store.folders.save(dev, { id: newId(), name: 'Third' }, 2, at(3))).toBe(false);
    expect(await store.folders.save(dev, { id, name: 'Travel' }, 2, at(4))).toBe(true);
    expect((await store.folders.list(dev)).map(({ name }) => name)).toEqual(['Travel', 'Second']);
    expect(await store.folders.list(elif)).toEqual([{ id, name: 'Board' }]);
    const [devs, elifs] = [makeChatRow(dev, { folderId: id }), makeChatRow(elif, { folderId: id })];
    await store.chats.create(devs);
    await store.chats.create(elifs);
    expect(await store.folders.delete(dev, id)).toBe(true);
    expect(await store.folders.delete(dev, id)).toBe(false);
    expect(await store.chats.find(devs.id)).toMatchObject({ folderId: null });
    expect(await store.chats.find(elifs.id)).toMatchObject({ folderId: id });
    expect(await store.folders.has(elif, id)).toBe(true);
  });
});
