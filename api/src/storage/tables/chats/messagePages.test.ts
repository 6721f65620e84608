import { ada, makeChatRow, makeMessageRow, newId, openRow } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { MessageFile } from '#contract/files/files.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import type { PageRange } from './messagePages.ts';

const file = (fileType: 'PDF' | 'PNG', tokens: number) => ({ scrapedFileId: newId(), fileType, tokens }) as MessageFile;

describeOnBothEngines('a page of a chat', (makeStore) => {
  let database: Database;
  let store: Store;
  let chatId: string;
  let ids: string[];
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    chatId = (await store.chats.create(makeChatRow(ada))).id;
    ids = Array.from({ length: 7 }, newId);
    for (const [index, id] of ids.entries()) {
      const files = index === 1 ? [file('PDF', 40)] : index === 2 ? [file('PNG', 7)] : [];
      await store.messages.append(makeMessageRow(chatId, { id, content: String(index).repeat(100), files }));
    }
  });

  const page = async (range?: Partial<PageRange>) =>
    (await store.messages.list(chatId, range)).map((message) => openRow(message).content[0]).join('');

  it('contains the newest messages, or those before a given one, in chat order', async () => {
    expect(await page()).toBe('0123456');
    expect(await page({ messages: 3 })).toBe('456');
    expect(await page({ messages: 3, before: ids[4] ?? '' })).toBe('123');
    expect(await page({ messages: 3, before: ids[0] ?? '' })).toBe('');
    expect(await page({ messages: 3, before: newId() })).toBe('456');
  });

  it('contains as many messages as fit, and at least one', async () => {
    const messageBytes = 108;
    expect(await page({ bytes: 2 * messageBytes })).toBe('56');
    expect(await page({ bytes: 3 * messageBytes - 1 })).toBe('56');
    expect(await page({ bytes: 1 })).toBe('6');
    expect(await page({ bytes: 1, before: ids[3] ?? '' })).toBe('2');
  });

  it('comes with totals of the messages before it', async () => {
    const getEarlier = (index: number) => store.messages.getEarlier(chatId, ids[index] ?? '', []);
    expect(await getEarlier(0)).toBeNull();
    const texts = [{ id: expect.any(String), tokens: 40 }];
    expect(await getEarlier(1)).toEqual({ bytes: 108, imageTokens: 0, texts: [], images: false });
    expect(await getEarlier(2)).toMatchObject({ imageTokens: 0, texts, images: false });
    expect(await getEarlier(6)).toMatchObject({ imageTokens: 7, texts, images: true });
  });

  it('has room for thoughts, which the totals leave out because no model reads them again', async () => {
    const thoughts = { text: 'x'.repeat(50), shortened: false };
    const answer = makeMessageRow(chatId, { source: 'AVA', content: '7'.repeat(100), thoughts });
    await store.messages.append(answer);
    expect(await page({ bytes: 2 * 108 })).toBe('7');
    const question = makeMessageRow(chatId, { content: '8'.repeat(100) });
    await store.messages.append(question);
    const [before, after] = await Promise.all(
      [answer, question].map(({ id }) => store.messages.getEarlier(chatId, id, [])),
    );
    expect((after?.bytes ?? 0) - (before?.bytes ?? 0)).toBe(108);
  });
});
