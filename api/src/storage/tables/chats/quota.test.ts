import { ada, ben, chatOf, exchangeIn, messageIn, newId } from '../../../../../tests/harness/storage/rows.ts';
import { onBothEngines } from '../../../../../tests/harness/storage/testStore.ts';
import type { Citation } from '../../../../contract/runs.ts';
import type { Database } from '../../open.ts';
import type { Owner } from '../../schema.ts';
import { createStore, type Store } from '../../store.ts';
import { defaultQuota, type Quota } from './quota.ts';

const KILOBYTE = 'a'.repeat(1_000);

onBothEngines('what may be stored', (makeStore) => {
  let database: Database;
  let owner: Owner;
  let chatId: string;
  beforeAll(async () => {
    database = await makeStore().open();
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    owner = { tenantId: ada.tenantId, id: newId() };
    chatId = await newChat(createStore(database.kysely));
  });

  const storeWith = (quota: Partial<Quota>): Store => createStore(database.kysely, { ...defaultQuota, ...quota });
  const newChat = async (store: Store) => (await store.chats.create(chatOf(owner))).id;
  const say = (store: Store, content = KILOBYTE, given: object = {}, chat = chatId) =>
    store.messages.append(messageIn(chat, { content, ...given }));
  const ask = (store: Store, text = KILOBYTE, given: object = {}) =>
    store.messages.accept({ ...exchangeIn(chatId, { text, ...given }), owner });
  const sizeOf = async (id: string) =>
    database.kysely.selectFrom('chat').select(['bytes', 'copied_bytes']).where('id', '=', id).executeTakeFirst();

  it('is a message up to its size, its citations counted', async () => {
    const store = storeWith({ messageBytes: 1_500 });
    const links = [{ number: 1, quote: KILOBYTE } as Citation];
    expect(await say(store)).toBe('appended');
    expect(await say(store, 'a'.repeat(1_500))).toBe('too_large');
    expect(await say(store, KILOBYTE, { links })).toBe('too_large');
    expect(await ask(store, 'ä'.repeat(800))).toEqual({ name: 'refused', refusal: 'too_large' });
    expect(await store.messages.list(chatId)).toHaveLength(1);
  });

  it('is a chat up to its number of messages, however many come at once; one that is there stays', async () => {
    const store = storeWith({ chatMessages: 10 });
    const id = newId();
    expect(await say(store, KILOBYTE, { id })).toBe('appended');
    const outcomes = await Promise.all(Array.from({ length: 15 }, () => say(store)));
    expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(9);
    expect(new Set(outcomes)).toEqual(new Set(['appended', 'chat_full']));
    expect(await ask(store)).toEqual({ name: 'refused', refusal: 'chat_full' });
    expect(await say(store, KILOBYTE, { id })).toBe('already');
  });

  it('is a chat up to its bytes, answers that were written since counted', async () => {
    const store = storeWith({ chatBytes: 5_000 });
    const exchange = { ...exchangeIn(chatId, { text: KILOBYTE }), owner };
    expect(await store.messages.accept(exchange)).toMatchObject({ name: 'accepted' });
    await database.kysely
      .updateTable('message')
      .set({ content: 'b'.repeat(3_500) })
      .where('id', '=', exchange.answerId)
      .execute();
    expect(await say(store)).toBe('chat_full');
    expect(await ask(store)).toEqual({ name: 'refused', refusal: 'chat_full' });
    expect(await say(store, 'short')).toBe('appended');
    expect((await sizeOf(chatId))?.bytes).toBeGreaterThan(4_500);
  });

  it('is all of a person’s chats together, until they delete one', async () => {
    const store = storeWith({ bytes: 4_500 });
    const other = await newChat(store);
    const chats = [chatId, other, chatId, other, chatId, other];
    const outcomes = await Promise.all(chats.map((chat) => say(store, KILOBYTE, {}, chat)));
    expect(outcomes.toSorted()).toEqual([...Array(4).fill('appended'), 'storage_full', 'storage_full']);
    expect(await ask(store)).toEqual({ name: 'refused', refusal: 'storage_full' });
    const bens = await store.chats.create(chatOf(ben));
    expect(await say(store, KILOBYTE, {}, bens.id)).toBe('appended');
    await store.chats.delete(other);
    expect(await ask(store)).toMatchObject({ name: 'accepted' });
  });

  it('is so many chats a person, one that is there not counted again', async () => {
    const store = storeWith({ chats: 3 });
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => newChat(store)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(newChat(store)).rejects.toMatchObject({ code: 'storage_full', status: 413 });
    expect((await store.chats.create({ ...chatOf(owner), id: chatId })).id).toBe(chatId);
  });

  it('counts the copies of a shared chat for who shares it, and what is added to one for who has it', async () => {
    const store = storeWith({ bytes: 4_500, chats: 4 });
    await say(store);
    const copiesFor = (...people: string[]) => people.map((id) => chatOf({ ...owner, id }, { sharedBy: 'Ada' }));
    const [peer, others] = [newId(), [newId(), newId()]];
    const share = (...people: string[]) => {
      const copies = copiesFor(...people);
      return store.chats.share({ fromChatId: chatId, sharer: owner, copies }).then((made) => ({ made, copies }));
    };
    expect((await share(peer, newId(), newId(), newId())).made).toBe(false);
    const { made, copies } = await share(peer, ...others);
    expect(made).toBe(true);
    const copy = copies[0]?.id ?? '';
    expect(await sizeOf(copy)).toEqual({ bytes: 1_006, copied_bytes: 1_006 });
    expect(await say(store, KILOBYTE)).toBe('storage_full');
    await expect(newChat(store)).rejects.toMatchObject({ code: 'storage_full' });
    for (let more = 0; more < 4; more += 1) expect(await say(store, KILOBYTE, {}, copy)).toBe('appended');
    expect(await say(store, KILOBYTE, {}, copy)).toBe('storage_full');
    await store.chats.delete(copy);
    expect(await say(store, KILOBYTE)).toBe('appended');
  });

  it('is what fits into a person’s workspaces; one that is saved again takes the place of what it was', async () => {
    const store = storeWith({ workspaceBytes: 2_500 });
    const [first, second] = [newId(), newId()];
    const save = (id: string, length: number) =>
      store.workspaces.save(owner, id, { notes: 'n'.repeat(length) }, new Date());
    expect([await save(first, 1_000), await save(second, 1_000), await save(newId(), 1_000)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([await save(first, 1_400), await save(first, 1_600)]).toEqual([true, false]);
    expect(await store.workspaces.find(owner, first)).toEqual({ notes: 'n'.repeat(1_400) });
  });

  it('is as many open documents as are listed: the one used longest ago is forgotten', async () => {
    const store = storeWith({ fileViewers: 3 });
    for (let at = 0; at < 5; at += 1)
      await store.workspaces.saveFileViewer(owner, newId(), `https://northwind.example/${at}`, new Date(at));
    const urls = (await storeWith({}).workspaces.listFileViewers(owner)).map(({ document_url }) => document_url.at(-1));
    expect(urls).toEqual(['4', '3', '2']);
  });
});
