import { randomUUID } from 'node:crypto';
import * as chat from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import * as history from '#contract/chats/history.ts';
import { getPerson } from '#sandbox/people.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, makeChat, openAnswer } from '#tests/harness/client/answers.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';

let app: TestApp;
let ada: Client;
let ben: Client;

beforeAll(async () => {
  app = await startApp();
  [ada, ben] = [app.as('ada'), app.as('ben')];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
});
afterEach(() => expectHealthyProcess(app));

const list = async (person: Client) => (await person.call(chat.getChats, {})).chats;
const findListed = async (person: Client, id: string) =>
  (await list(person)).find(({ ConversationId }) => ConversationId === id);
const search = async (person: Client, text: string) => (await person.call(history.searchChats, { text })).results;

describe('the list of chats', () => {
  it('is read in pages', async () => {
    const hugo = app.as('hugo');
    const ids = [await makeChat(hugo), await makeChat(hugo), await makeChat(hugo)].toReversed();
    const first = await hugo.call(chat.getChats, { limit: 2 });
    expect(first.chats.map(({ ConversationId }) => ConversationId)).toEqual(ids.slice(0, 2));
    const { chats, next } = await hugo.call(chat.getChats, { limit: 2, cursor: first.next ?? '' });
    expect(chats.map(({ ConversationId }) => ConversationId)).toEqual(ids.slice(2));
    expect(next).toBeUndefined();
    for (const cursor of [
      'x',
      `2026-99-99T00:00:00.000Z_${randomUUID()}`,
      `2026-11-20T08:00:00.000Z_${'-'.repeat(36)}`,
    ])
      await expect(hugo.call(chat.getChats, { cursor })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('marks a chat while its answer is written, and as unread until the person has seen it', async () => {
    const convo_id = await makeChat(ada);
    await app.control('models', 'pace', { ms: 20, wordsPerDelta: 1 });
    const leaving = new AbortController();
    const stream = await openAnswer(
      ada,
      { convo_id, text: `repeat after me: ${'one two '.repeat(20)}` },
      leaving.signal,
    );
    for await (const _ of stream) break;
    leaving.abort();
    await ada.call(history.organizeChats, { convo_ids: [convo_id], unread: false });
    expect(await findListed(ada, convo_id)).toMatchObject({ IsAnswering: true, Unread: true });
    await eventually(async () =>
      expect(await findListed(ada, convo_id)).toMatchObject({ IsAnswering: false, Unread: true }),
    );
    await ada.call(history.organizeChats, { convo_ids: [convo_id], unread: false });
    expect(await findListed(ada, convo_id)).toMatchObject({ Unread: false });
  });

  it('keeps pins and folders of many chats, in their order', async () => {
    const folder_id = randomUUID();
    await ada.call(history.saveFolder, { folder_id, name: ' Travel ' });
    const ids = [await makeChat(ada), await makeChat(ada)];
    const before = (await list(ada)).map(({ ConversationId }) => ConversationId);
    const input = { convo_ids: ids, pinned: true, folder_id };
    expect((await ada.call(history.organizeChats, input)).changed.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) expect(await findListed(ada, id)).toMatchObject({ Pinned: true, FolderId: folder_id });
    expect((await list(ada)).map(({ ConversationId }) => ConversationId)).toEqual(before);
    expect((await ada.call(history.getFolders, {})).folders).toContainEqual({ FolderId: folder_id, Name: 'Travel' });
    expect((await ben.call(history.getFolders, {})).folders).toEqual([]);
    await expect(
      ben.call(history.organizeChats, { convo_ids: [await makeChat(ben)], folder_id }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await ada.call(history.deleteFolder, { folder_id })).toEqual({ deleted: true });
    for (const id of ids) expect(await findListed(ada, id)).toMatchObject({ Pinned: true, FolderId: null });
  });

  it('changes only the caller’s chats when the request also names other people’s', async () => {
    const [adas, bens] = [await makeChat(ada), await makeChat(ben)];
    const input = { convo_ids: [adas, bens, randomUUID()], pinned: true, deleted: true };
    expect(await ben.call(history.organizeChats, input)).toEqual({ changed: [bens] });
    expect(await findListed(ada, adas)).toMatchObject({ Pinned: false });
    await expect(ben.call(history.organizeChats, { ...input, convo_ids: [adas] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a deleted chat', () => {
  it('is gone for all calls, and comes back when its owner restores it', async () => {
    const convo_id = await makeChat(ada);
    const answer = await ask(ada, { convo_id, text: 'repeat after me: marzipan' });
    await ada.call(chat.deleteChat, { convo_id });
    const missing = { code: 'not_found' };
    await expect(ada.call(chat.getChat, { convo_id })).rejects.toMatchObject(missing);
    await expect(ada.call(chat.getAnswerMetadata, { message_id: answer.message_id })).rejects.toMatchObject(missing);
    await expect(ada.call(chat.newChat, { chat_id: convo_id })).rejects.toMatchObject(missing);
    await expect(ada.call(chat.upsertChat, { chat_id: convo_id, chat_title: 'x' })).rejects.toMatchObject(missing);
    await expect(ask(ada, { convo_id, text: 'repeat after me: again' })).rejects.toMatchObject(missing);
    expect(await search(ada, 'marzipan')).toEqual([]);
    const restore = { convo_ids: [convo_id], deleted: false };
    await expect(ben.call(history.organizeChats, restore)).rejects.toMatchObject(missing);
    expect(await ada.call(history.organizeChats, restore)).toEqual({ changed: [convo_id] });
    expect((await ada.call(chat.getChat, { convo_id })).Messages).toHaveLength(2);
    expect(await search(ada, 'marzipan')).toHaveLength(2);
  });

  it('stops its answer, also when many are deleted', async () => {
    const [convo_id, other] = [await makeChat(ada), await makeChat(ada)];
    await app.control('models', 'pace', { ms: 50, wordsPerDelta: 1 });
    const stream = await openAnswer(ada, { convo_id, text: `repeat after me: ${'word '.repeat(400)}` });
    await ada.call(history.organizeChats, { convo_ids: [convo_id, other], deleted: true });
    const events = [];
    for await (const event of stream) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'stopped' });
  });
});

describe('the search in chats', () => {
  it('finds questions and answers of own chats, with the words marked', async () => {
    const convo_id = await makeChat(ada);
    const { message_id } = await ask(ada, { convo_id, text: 'repeat after me: the Zürich café costs 100% more' });
    const results = await search(ada, 'zurich CAFE');
    expect(results).toHaveLength(2);
    const answer = results.find((result) => result.message_id === message_id);
    expect(answer).toMatchObject({ ConversationId: convo_id, source: 'AVA' });
    expect(answer?.marks.map(({ from, to }) => answer.excerpt.slice(from, to))).toEqual(['Zürich', 'café']);
    expect(await search(ben, 'zurich cafe')).toEqual([]);
    expect(await search(ada, 'zuri')).toHaveLength(2);
    expect(await search(ada, '"100%" & costs')).toHaveLength(2);
  });

  it.each([
    '%',
    '_',
    "'",
    '"',
    '\\',
    '!',
    "'); drop table chat; --",
    'a & | !',
    ':*',
    '🦊',
    '\u0000',
    '\ud800',
    'ß'.repeat(10_000),
  ])('treats %.30j as plain text', async (text) => {
    expect(await search(ben, text)).toEqual([]);
  });

  it('rejects a text above the maximum', async () => {
    await expect(search(ada, 'x'.repeat(10_001))).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('a temporary chat', () => {
  it('is in no list and no search, has no title and is not shared', async () => {
    const { ConversationId: convo_id, Temporary } = await ada.call(chat.newChat, { temporary: true });
    expect(Temporary).toBe(true);
    await ask(ada, { convo_id, text: 'repeat after me: nougat' });
    expect(await ada.call(chat.generateTitle, { convo_id, text: 'Nougat' })).toBe('New Chat');
    expect(await findListed(ada, convo_id)).toBeUndefined();
    expect(await search(ada, 'nougat')).toEqual([]);
    await expect(ada.call(chat.shareChat, { convo_id, peers: [getPerson('ben').oid] })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await expect(ben.call(chat.getChat, { convo_id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await ada.call(chat.getChat, { convo_id })).Messages).toHaveLength(2);
    await ada.call(chat.deleteChat, { convo_id });
    await expect(ada.call(history.organizeChats, { convo_ids: [convo_id], deleted: false })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a shared chat', () => {
  it('names the person who asked, and is unread for its receiver', async () => {
    const convo_id = await makeChat(ada);
    await ask(ada, { convo_id, text: 'repeat after me: praline' });
    await ada.call(history.organizeChats, { convo_ids: [convo_id], pinned: true });
    await ada.call(chat.shareChat, { convo_id, peers: [getPerson('cleo').oid] });
    const cleo = app.as('cleo');
    const [copy] = await list(cleo);
    expect(copy).toMatchObject({ SharedBy: 'Ada Moreau', Unread: true, Pinned: false });
    await ask(cleo, { convo_id: copy?.ConversationId ?? '', text: 'repeat after me: thanks' });
    await cleo.call(chat.shareChat, { convo_id: copy?.ConversationId ?? '', peers: [getPerson('dev').oid] });
    const [second] = await list(app.as('dev'));
    const { Messages } = await app.as('dev').call(chat.getChat, { convo_id: second?.ConversationId ?? '' });
    expect(Messages.map(({ author }) => author)).toEqual(['Ada Moreau', null, 'Cleo Lindqvist', null]);
    expect(await search(app.as('dev'), 'praline')).toHaveLength(2);
  });
});
