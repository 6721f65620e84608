import {
  ada,
  ben,
  carl,
  makeChatRow,
  makeExchange,
  makeMessageRow,
  newId,
  openRow,
} from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { Owner } from '#api/storage/schema.ts';
import { createStore, type Store } from '#api/storage/store.ts';

const all = { limit: 30 };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));

describeOnBothEngines('the search in messages', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  /** Saves the words of a person's messages, split at spaces. */
  async function index(owner: Owner): Promise<number> {
    const messages = await store.messageSearch.listUnindexed(owner, 100);
    await store.messageSearch.saveWords(
      messages.map(({ content, ...message }) => ({ ...message, words: content.toLowerCase().split(' ') })),
    );
    return messages.length;
  }
  const find = async (
    owner: Owner,
    text: string,
    options: Parameters<Store['messageSearch']['listMatches']>[3] = all,
  ) => {
    const isPrefix = text.endsWith('*');
    const words = [{ text: text.replace('*', ''), isPrefix }];
    const matches = await store.messageSearch.listMatches(owner, 'chat', words, options);
    const found = await store.messageSearch.readMatches(matches);
    return found.map(({ message }) => openRow(message).content);
  };
  const makeDev = (): Owner => ({ tenantId: ada.tenantId, id: newId() });

  it('finds the person’s own messages that contain the words, newest first', async () => {
    const dev = makeDev();
    const [old, young] = [makeChatRow(dev, { title: 'Old' }), makeChatRow(dev, { title: 'Young' })];
    for (const chat of [old, young]) await store.chats.create(chat);
    await store.messages.append(makeMessageRow(old.id, { content: 'travel costs', createdAt: at(1) }));
    for (let minute = 2; minute < 7; minute += 1)
      await store.messages.append(
        makeMessageRow(young.id, { content: `travel plan ${minute}`, createdAt: at(minute) }),
      );
    expect(await index(dev)).toBe(6);
    expect(await index(dev)).toBe(0);
    const plans = [6, 5, 4, 3, 2].map((minute) => `travel plan ${minute}`);
    expect(await find(dev, 'travel')).toEqual([...plans, 'travel costs']);
    expect(await find(dev, 'trav')).toEqual([]);
    expect(await find(dev, 'trav*', { limit: 2 })).toEqual(['travel plan 6', 'travel plan 5']);
    const [, , after] = await store.messageSearch.listMatches(dev, 'chat', [{ text: 'travel', isPrefix: false }], all);
    expect(await find(dev, 'travel', { limit: 2, after })).toEqual(['travel plan 3', 'travel plan 2']);
    for (const other of [ben, { ...dev, tenantId: carl.tenantId }]) expect(await find(other, 'travel')).toEqual([]);
  });

  it.each(["o'brien", 'a\\b', "'); drop table chat; --", '100%', 'a_b', '🦊', '!&|():*', '<->', ':x'])(
    'takes %j as a word',
    async (word) => {
      const dev = makeDev();
      const chat = await store.chats.create(makeChatRow(dev));
      await store.messages.append(makeMessageRow(chat.id, { content: 'nothing like it' }));
      const messages = await store.messageSearch.listUnindexed(dev, 9);
      await store.messageSearch.saveWords(messages.map((message) => ({ ...message, words: [word, 'other'] })));
      const search = (text: string) => store.messageSearch.listMatches(dev, 'chat', [{ text, isPrefix: true }], all);
      expect(await search(word)).toHaveLength(1);
      expect(await search(`${word}x`)).toEqual([]);
    },
  );

  it('leaves out deleted and temporary chats, and searches of sites', async () => {
    const dev = makeDev();
    const [deleted, temporary, search] = await Promise.all([
      store.chats.create(makeChatRow(dev)),
      store.chats.create(makeChatRow(dev, { temporary: true })),
      store.chats.create(makeChatRow(dev, { type: 'search' })),
    ]);
    for (const { id } of [deleted, temporary, search])
      await store.messages.append(makeMessageRow(id, { content: 'travel' }));
    expect(await index(dev)).toBe(2);
    expect(await find(dev, 'travel')).toEqual(['travel']);
    await store.chats.markDeleted(dev, [deleted.id], at(1));
    expect(await find(dev, 'travel')).toEqual([]);
    expect(
      await store.messageSearch.listMatches(dev, 'search', [{ text: 'travel', isPrefix: false }], all),
    ).toHaveLength(1);
    await store.chats.removeExpired(at(1), at(0), 100);
    await store.chats.delete(search.id);
    expect(await store.messageSearch.listMatches(dev, 'search', [{ text: 'travel', isPrefix: false }], all)).toEqual(
      [],
    );
  });

  it('finds an answer when it is complete, and its new text when it is written again', async () => {
    const owner = ada;
    const chat = await store.chats.create(makeChatRow(owner));
    const exchange = makeExchange(chat.id, { text: 'where to' });
    await store.messages.accept(exchange);
    expect(await index(owner)).toBe(1);
    const answer = {
      message_id: exchange.answerId,
      run_id: exchange.run.id,
      content: 'to oslo',
      state: { name: 'complete' as const, finish: 'stop' as const },
      seq: 5,
      links: [],
      thoughts: null,
      calls: [],
      followUpQuestions: [],
    };
    const commit = (content: string, seq: number) =>
      store.runs.commit(exchange.run.processId, [
        {
          runId: exchange.run.id,
          events: [],
          answer: { chatId: chat.id, answer: { ...answer, content, seq } },
          ended: false,
        },
      ]);
    await commit('to oslo', 5);
    expect(await index(owner)).toBe(1);
    expect(await find(owner, 'oslo')).toEqual(['to oslo']);
    const [stale] = [{ ...(await read(chat.id, exchange.answerId)), owner }];
    await commit('to bergen', 9);
    await store.messageSearch.saveWords([{ ...stale, words: ['oslo'] }]);
    expect(await index(owner)).toBe(1);
    expect(await find(owner, 'oslo')).toEqual([]);
    expect(await find(owner, 'bergen')).toEqual(['to bergen']);
  });

  /** An answer as the indexer read it before it changed. */
  async function read(chatId: string, id: string) {
    const message = (await store.messages.list(chatId)).find((item) => item.id === id);
    return { chatId, id, version: `${message?.runId}:${message?.seq}` };
  }
});
