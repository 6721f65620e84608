import { ada, ben, makeChatRow, makeExchange, makeMessageRow, newId, openRow } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { MessageFile } from '#contract/files/files.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { toMessageColumns } from './messageRow.ts';

const citation: Citation = {
  number: 1,
  fileid: newId(),
  filename: 'Budget "2027".pdf',
  pagenumber: 3,
  location: 'page 3',
  datatype: 'PDF',
  link: null,
  lastModified: null,
  quote: 'Travel is 40,000 €, a \\ less than before.\nAs ever.',
  site: null,
  standing: 'holds',
};
const file: MessageFile = {
  scrapedFileId: newId(),
  fileName: 'Budget.pdf',
  fileType: 'PDF',
  fileSize: 1_234,
  imageTokenCount: null,
  fileDate: '2026-11-01',
  fileResource: { siteId: 's', itemId: 'i' },
  tokens: 99,
};

describeOnBothEngines('the messages', (makeStore) => {
  let database: Database;
  let store: Store;
  let chatId: string;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    chatId = (await store.chats.create(makeChatRow(ada))).id;
  });

  it('appends a message once, with all its fields', async () => {
    const message = makeMessageRow(chatId, {
      source: 'AVA',
      state: { name: 'failed', error: { code: 'too_large', detail: 'Too much.' } },
      links: [citation],
      followUps: ['And next year?', 'Wer "genau"?'],
      files: [file],
      seq: 3,
    });
    await Promise.all(Array.from({ length: 10 }, () => store.messages.append(message)));
    await store.messages.append({ ...message, content: 'overwritten' });
    expect(await store.messages.list(chatId)).toEqual([message]);
    expect((await store.chats.find(chatId))?.updatedAt).toEqual(message.createdAt);
  });

  it('does not change a run’s answer when the tab appends it too', async () => {
    const exchange = makeExchange(chatId);
    await store.messages.accept(exchange);
    await database.kysely
      .updateTable('message')
      .set({ state: JSON.stringify({ name: 'complete', finish: 'stop' }), content: 'what was written', seq: 7 })
      .where('id', '=', exchange.answerId)
      .execute();
    await store.messages.append(
      makeMessageRow(chatId, { id: exchange.answerId, source: 'AVA', content: 'another text' }),
    );
    const contents = (await store.messages.list(chatId))
      .map(openRow)
      .map(({ source, content }) => `${source}: ${content}`);
    expect(contents).toEqual(['User: How much is left of the budget?', 'AVA: what was written']);
  });

  it('copies a long chat with the order and the ids of its messages', async () => {
    const messages = Array.from({ length: 2_500 }, (_, index) =>
      makeMessageRow(chatId, { content: `message ${index}` }),
    );
    await database.kysely.insertInto('message').values(messages.map(toMessageColumns)).execute();
    const copy = makeChatRow(ben);
    expect(await store.chats.share({ fromChatId: chatId, sharer: ada, copies: [copy] })).toBeNull();
    const range = { messages: 5_000, bytes: 1_000_000 };
    expect(await store.messages.list(copy.id, range)).toEqual(
      messages.map((message) => ({ ...message, chatId: copy.id })),
    );
  });

  it('finds messages only in the person’s own chats, with their metadata', async () => {
    const message = makeMessageRow(chatId);
    await store.messages.append(message);
    expect(await store.messages.find(ada, message.id)).toEqual({ ...message, metadata: null });
    await store.messages.saveMetadata(chatId, message.id, { used_model: 'gpt\u0000-4.1', total_ms: 12.5 });
    expect(await store.messages.find(ada, message.id)).toEqual({
      ...message,
      metadata: { used_model: 'gpt-4.1', total_ms: 12.5 },
    });
    expect(await store.messages.find(ben, message.id)).toBeUndefined();
    const copy = await store.chats.create(makeChatRow(ben));
    await store.messages.append({ ...message, chatId: copy.id, content: 'Ben’s copy' });
    expect(await store.messages.find(ben, message.id)).toMatchObject({ content: 'Ben’s copy', metadata: null });
    expect(await store.messages.find(ada, message.id)).toMatchObject({ content: 'Hello' });
  });

  it('accepts any text in every field', async () => {
    const nasty = 'a\u0000b\ud83dc \u202Eeda 😀 \\u0000';
    const cleaned = 'ab\ufffdc \u202Eeda 😀 \\u0000';
    const withText = (text: string) => ({
      links: [{ ...citation, quote: text, filename: text }],
      followUps: [text],
      files: [{ ...file, fileName: text }],
      state: { name: 'failed' as const, error: { code: 'unexpected' as const, detail: text } },
      content: text,
    });
    const message = makeMessageRow(chatId, withText(nasty));
    await store.messages.append(message);
    expect(await store.messages.list(chatId)).toEqual([{ ...message, ...withText(cleaned) }]);
    await store.messages.accept(makeExchange(chatId, { text: nasty }));
    expect((await store.messages.list(chatId))[1]).toMatchObject({ content: cleaned });
  });

  it('stores a message of half a megabyte unchanged', async () => {
    const content = 'Grüße, 世界 😀 '.repeat(24_900);
    const message = makeMessageRow(chatId, { content });
    await store.messages.append(message);
    expect((await store.messages.list(chatId)).map(openRow)[0]?.content === content).toBe(true);
  });
});
