import { ada, ben, makeChatRow, makeExchange, makeMessageRow, newId } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { Database } from '#api/storage/database.ts';
import type { Owner } from '#api/storage/schema.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { defaultQuota, type Quota } from './chatQuota.ts';

const KILOBYTE = 'a'.repeat(1_000);

describeOnBothEngines('the quota', (makeStore) => {
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
  const newChat = async (store: Store) => (await store.chats.create(makeChatRow(owner))).id;
  const append = (store: Store, content = KILOBYTE, fields: object = {}, chat = chatId) =>
    store.messages.append(makeMessageRow(chat, { content, ...fields }));
  const ask = (store: Store, text = KILOBYTE, fields: object = {}) =>
    store.messages.accept({ ...makeExchange(chatId, { text, ...fields }), owner });
  const sizeOf = async (id: string) =>
    database.kysely.selectFrom('chat').select(['bytes', 'copied_bytes']).where('id', '=', id).executeTakeFirst();

  it('limits the size of a message including its citations', async () => {
    const store = storeWith({ messageBytes: 1_500 });
    const links = [{ number: 1, quote: KILOBYTE } as Citation];
    expect(await append(store)).toBe('appended');
    expect(await append(store, 'a'.repeat(1_500))).toBe('too_large');
    expect(await append(store, KILOBYTE, { links })).toBe('too_large');
    expect(await ask(store, 'ä'.repeat(800))).toEqual({ name: 'refused', refusal: 'too_large' });
    expect(await store.messages.list(chatId)).toHaveLength(1);
  });

  it('limits the number of messages in a chat, even if many are sent at once', async () => {
    const store = storeWith({ chatMessages: 10 });
    const id = newId();
    expect(await append(store, KILOBYTE, { id })).toBe('appended');
    const outcomes = await Promise.all(Array.from({ length: 15 }, () => append(store)));
    expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(9);
    expect(new Set(outcomes)).toEqual(new Set(['appended', 'chat_full']));
    expect(await ask(store)).toEqual({ name: 'refused', refusal: 'chat_full' });
    expect(await append(store, KILOBYTE, { id })).toBe('duplicate');
  });

  it('limits the size of a chat including answers written since the last message', async () => {
    const store = storeWith({ chatBytes: 5_000 });
    const exchange = { ...makeExchange(chatId, { text: KILOBYTE }), owner };
    expect(await store.messages.accept(exchange)).toMatchObject({ name: 'accepted' });
    await database.kysely
      .updateTable('message')
      .set({ content: 'b'.repeat(3_500) })
      .where('id', '=', exchange.answerId)
      .execute();
    expect(await append(store)).toBe('chat_full');
    expect(await ask(store)).toEqual({ name: 'refused', refusal: 'chat_full' });
    expect(await append(store, 'short')).toBe('appended');
    expect((await sizeOf(chatId))?.bytes).toBeGreaterThan(4_500);
  });

  /** @proves threat:chat-quota */
  it('limits the total size of a person’s chats until the person deletes one', async () => {
    const store = storeWith({ bytes: 4_500 });
    const other = await newChat(store);
    const chats = [chatId, other, chatId, other, chatId, other];
    const outcomes = await Promise.all(chats.map((chat) => append(store, KILOBYTE, {}, chat)));
    expect(outcomes.toSorted()).toEqual([...Array(4).fill('appended'), 'storage_full', 'storage_full']);
    expect(await ask(store)).toEqual({ name: 'refused', refusal: 'storage_full' });
    const bens = await store.chats.create(makeChatRow(ben));
    expect(await append(store, KILOBYTE, {}, bens.id)).toBe('appended');
    await store.chats.delete(other);
    expect(await ask(store)).toMatchObject({ name: 'accepted' });
  });

  it('limits the number of chats of a person, and allows repeating a creation', async () => {
    const store = storeWith({ chats: 3 });
    const created = await Promise.allSettled(Array.from({ length: 5 }, () => newChat(store)));
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(newChat(store)).rejects.toMatchObject({ code: 'storage_full', status: 413 });
    expect((await store.chats.create({ ...makeChatRow(owner), id: chatId })).id).toBe(chatId);
  });

  /** @proves threat:copies-count-for-sender */
  it('counts copies of a shared chat toward the sharer until they are opened, and new messages toward the recipient', async () => {
    const store = storeWith({ bytes: 4_500, chats: 4 });
    await append(store);
    const copiesFor = (...people: string[]) => people.map((id) => makeChatRow({ ...owner, id }, { sharedBy: 'Ada' }));
    const [firstRecipient, otherRecipients] = [newId(), [newId(), newId()]];
    const share = (...people: string[]) => {
      const copies = copiesFor(...people);
      return store.chats.share({ fromChatId: chatId, sharer: owner, copies }).then((refusal) => ({ refusal, copies }));
    };
    expect((await share(firstRecipient, newId(), newId(), newId())).refusal).toBe('full');
    const { refusal, copies } = await share(firstRecipient, ...otherRecipients);
    expect(refusal).toBeNull();
    const copy = copies[0]?.id ?? '';
    expect(await sizeOf(copy)).toEqual({ bytes: 1_008, copied_bytes: 1_008 });
    expect(await append(store, KILOBYTE)).toBe('storage_full');
    await expect(newChat(store)).rejects.toMatchObject({ code: 'storage_full' });
    for (let count = 0; count < 4; count += 1) expect(await append(store, KILOBYTE, {}, copy)).toBe('appended');
    expect(await append(store, KILOBYTE, {}, copy)).toBe('storage_full');
    await store.chats.delete(copy);
    expect(await append(store, KILOBYTE)).toBe('appended');
  });

  it('counts thoughts toward the chat of their answer, and not toward its copies, which have none', async () => {
    const store = storeWith({ bytes: 4_500 });
    const thoughts = { text: KILOBYTE.repeat(2), shortened: false };
    await append(store, KILOBYTE, { source: 'AVA', thoughts });
    expect((await sizeOf(chatId))?.bytes).toBeGreaterThan(3_000);
    const copy = makeChatRow({ ...owner, id: newId() }, { sharedBy: 'Ada' });
    expect(await store.chats.share({ fromChatId: chatId, sharer: owner, copies: [copy] })).toBeNull();
    expect(await sizeOf(copy.id)).toEqual({ bytes: 1_008, copied_bytes: 1_008 });
  });

  /** @proves threat:opened-copies */
  it('counts a copy toward its recipient from its opening; a recipient without room cannot open it and keeps it', async () => {
    const store = storeWith({ bytes: 4_500 });
    await append(store);
    const recipient = { ...owner, id: newId() };
    const copy = makeChatRow(recipient, { sharedBy: 'Ada' });
    await store.chats.share({ fromChatId: chatId, sharer: owner, copies: [copy] });
    const own = await store.chats.create(makeChatRow(recipient));
    for (let count = 0; count < 4; count += 1) expect(await append(store, KILOBYTE, {}, own.id)).toBe('appended');
    const open = async () => store.chats.openCopy((await store.chats.find(copy.id))!);
    expect(await open()).toBe(false);
    expect(await store.chats.find(copy.id)).toMatchObject({ sharerId: owner.id });
    await store.chats.delete(own.id);
    expect(await open()).toBe(true);
    expect(await sizeOf(copy.id)).toEqual({ bytes: 1_008, copied_bytes: 0 });
    // The sharer's space is free again, and the recipient's is used.
    for (let count = 0; count < 3; count += 1) expect(await append(store)).toBe('appended');
    for (let count = 0; count < 3; count += 1) expect(await append(store, KILOBYTE, {}, copy.id)).toBe('appended');
    expect(await append(store, KILOBYTE, {}, copy.id)).toBe('storage_full');
  });

  /** @proves threat:unopened-copies */
  it('limits the copies that wait for one recipient, and for all, to be opened', async () => {
    const store = storeWith({ copiesPerReceiver: 2, copies: 3 });
    await append(store);
    const [ben, cleo, dev] = [newId(), newId(), newId()];
    const share = async (id: string) => {
      const copy = makeChatRow({ ...owner, id }, { sharedBy: 'Ada' });
      return { copy, refusal: await store.chats.share({ fromChatId: chatId, sharer: owner, copies: [copy] }) };
    };
    const first = await share(ben);
    expect([first.refusal, (await share(ben)).refusal, (await share(ben)).refusal]).toEqual([
      null,
      null,
      'too_many_copies',
    ]);
    expect([(await share(cleo)).refusal, (await share(dev)).refusal]).toEqual([null, 'too_many_copies']);
    await store.chats.openCopy((await store.chats.find(first.copy.id))!);
    expect((await share(ben)).refusal).toBeNull();
  });

  it('lets a recipient whose storage is full restore a copy that they deleted before opening it', async () => {
    const store = storeWith({ bytes: 1_500 });
    await append(store);
    const recipient = { ...owner, id: newId() };
    const own = await store.chats.create(makeChatRow(recipient));
    await append(store, KILOBYTE, {}, own.id);
    const copy = makeChatRow(recipient, { sharedBy: 'Ada' });
    await storeWith({}).chats.share({ fromChatId: chatId, sharer: owner, copies: [copy] });
    await store.chats.markDeleted(recipient, [copy.id], new Date());
    expect(await store.chats.restore(recipient, [copy.id], new Date(0))).toEqual([copy.id]);
  });

  it('limits the size of a person’s workspaces; a saved workspace replaces its former content', async () => {
    const store = storeWith({ workspaceBytes: 2_500 });
    const [first, second] = [newId(), newId()];
    const save = async (id: string, length: number, version = 0) =>
      (await store.workspaces.save(owner, id, { content: { notes: 'n'.repeat(length) }, version }, new Date())).name;
    expect([await save(first, 1_000), await save(second, 1_000), await save(newId(), 1_000)]).toEqual([
      'saved',
      'saved',
      'full',
    ]);
    expect([await save(first, 1_400, 1), await save(first, 1_600, 2)]).toEqual(['saved', 'full']);
    expect(await store.workspaces.find(owner, first)).toEqual({ content: { notes: 'n'.repeat(1_400) }, version: 2 });
  });

  it('limits the number of open documents: the one used longest ago is deleted', async () => {
    const store = storeWith({ fileViewers: 3 });
    for (let index = 0; index < 5; index += 1)
      await store.fileViewers.save(
        owner,
        { file_viewer_id: newId(), document_url: `https://northwind.example/${index}`, version: 0 },
        new Date(index),
      );
    const urls = (await storeWith({}).fileViewers.list(owner)).map(({ document_url }) => document_url.at(-1));
    expect(urls).toEqual(['4', '3', '2']);
  });
});
