import { ada, chatOf, messageIn, newId } from '../../../../../tests/harness/storage/rows.ts';
import { onBothEngines } from '../../../../../tests/harness/storage/testStore.ts';
import type { MessageFile } from '../../../../contract/files.ts';
import type { Database } from '../../open.ts';
import { createStore, type Store } from '../../store.ts';
import type { PageRange } from './messagePages.ts';

const file = (fileType: 'PDF' | 'PNG', tokens: number) => ({ scrapedFileId: newId(), fileType, tokens }) as MessageFile;

onBothEngines('a page of a chat', (makeStore) => {
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
    chatId = (await store.chats.create(chatOf(ada))).id;
    ids = Array.from({ length: 7 }, newId);
    for (const [at, id] of ids.entries()) {
      const files = at === 1 ? [file('PDF', 40)] : at === 2 ? [file('PNG', 7)] : [];
      await store.messages.append(messageIn(chatId, { id, content: String(at).repeat(100), files }));
    }
  });

  const page = async (range?: Partial<PageRange>) =>
    (await store.messages.list(chatId, range)).map(({ content }) => content[0]).join('');

  it('is the newest messages, in their order, and the ones before them', async () => {
    expect(await page()).toBe('0123456');
    expect(await page({ messages: 3 })).toBe('456');
    expect(await page({ messages: 3, before: ids[4] ?? '' })).toBe('123');
    expect(await page({ messages: 3, before: ids[0] ?? '' })).toBe('');
    expect(await page({ messages: 3, before: newId() })).toBe('456');
  });

  it('is as many as fit, and one at least', async () => {
    const each = 106;
    expect(await page({ bytes: 2 * each })).toBe('56');
    expect(await page({ bytes: 3 * each - 1 })).toBe('56');
    expect(await page({ bytes: 1 })).toBe('6');
    expect(await page({ bytes: 1, before: ids[3] ?? '' })).toBe('2');
  });

  it('knows what stands before a message', async () => {
    const earlier = (at: number) => store.messages.earlier(chatId, ids[at] ?? '');
    expect(await earlier(0)).toBeNull();
    expect(await earlier(1)).toEqual({ bytes: 106, fileTokens: 0, images: false });
    expect(await earlier(2)).toMatchObject({ fileTokens: 40, images: false });
    expect(await earlier(6)).toMatchObject({ fileTokens: 47, images: true });
  });
});
