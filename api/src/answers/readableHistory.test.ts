import { createSearchLibrary, makePerson, makeSiteId, type SearchLibrary } from '#tests/harness/fakes/searchLibrary.ts';
import { ada, ben, makeChatRow, makeMessageRow, newId } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { MessageRow } from '#api/storage/tables/chats/messages.ts';
import type { FileRef } from '#api/storage/tables/search/searches.ts';
import type { AppContext } from '#api/context.ts';
import { saveOtherOrigins } from './answerOrigins.ts';
import { getReadableHistory, HIDDEN_ANSWER, HIDDEN_QUESTION, HIDDEN_QUOTE } from './readableHistory.ts';

const [finance, travel] = [makeSiteId(1), makeSiteId(2)];
const Ben = makePerson(ben.id);
const salaries = { siteId: finance, itemId: 'salaries' };
const trips = { siteId: travel, itemId: 'trips' };

describeOnBothEngines('the readable history', (makeStore) => {
  let database: Database;
  let library: SearchLibrary;
  let ctx: AppContext;
  let chatId: string;

  beforeAll(async () => {
    database = await makeStore().open();
    library = createSearchLibrary(database);
    ctx = library.ctx as unknown as AppContext;
    await library.put(finance, 'salaries', ['Band C runs from 52,400.']);
    await library.put(travel, 'trips', ['Trains are booked in second class.']);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await setReadable('salaries', 'trips');
    chatId = (await ctx.store.chats.create(makeChatRow(ben, { id: newId() }))).id;
  });

  /** Changes what Ben can read, after the cached access has expired. */
  async function setReadable(...items: string[]): Promise<void> {
    library.permissions.clear();
    for (const item of items) library.permissions.add(`${ben.id}/${item}`);
    await library.ctx.clock.advance(30_000);
  }

  const addMessage = async (content: string, fields: Partial<MessageRow> = {}) => {
    const message = makeMessageRow(chatId, { content, ...fields });
    await ctx.store.messages.append(message);
    return message.id;
  };
  const addAnswer = (content: string, followUps: string[] = []) => addMessage(content, { source: 'AVA', followUps });

  /** Adds an answer of a search; `otherOrigins` is null for answers of early versions, which did not save them. */
  async function addSearchAnswer(
    content: string,
    file: FileRef,
    otherOrigins: FileRef[] | null = [],
    followUps: string[] = [],
  ) {
    const messageId = await addAnswer(content, followUps);
    const hit = { ...file, chunkId: 1, versionId: newId(), given: true };
    const ids = { chatId, messageId, tenantId: ben.tenantId, siteId: file.siteId };
    await ctx.store.searches.save({ ...ids, hits: [hit], otherOrigins }, ctx.clock.now());
  }

  /** Adds an answer for which nothing was searched; its model has read the messages that Ben can read now. */
  async function addChatAnswer(content: string): Promise<void> {
    const { origins } = await getReadableHistory(ctx, Ben, chatId, await ctx.store.messages.list(chatId));
    const answerId = await addAnswer(content);
    await saveOtherOrigins(ctx, Ben, { chatId, answerId }, origins ?? []);
  }

  const readContents = async (id = chatId) =>
    (await getReadableHistory(ctx, Ben, id, await ctx.store.messages.list(id))).messages.map(({ content }) => content);

  it('contains all messages of a chat without a search, without asking Graph', async () => {
    await addMessage('Hello');
    await addAnswer('Hello, Ben.');
    library.graphRequests.length = 0;
    const { messages, origins } = await getReadableHistory(ctx, Ben, chatId, await ctx.store.messages.list(chatId));
    expect([messages.length, origins, library.graphRequests]).toEqual([2, null, []]);
  });

  /** @proves threat:hidden-answers */
  it('hides all answers that are based on a hidden answer, directly or not', async () => {
    await addSearchAnswer('Band C: 52,400.', salaries);
    await addChatAnswer('In other words, 52,400.');
    await addChatAnswer('52.4 thousand.');
    expect(await readContents()).toEqual(['Band C: 52,400.', 'In other words, 52,400.', '52.4 thousand.']);
    await setReadable('trips');
    expect(await readContents()).toEqual([HIDDEN_ANSWER, HIDDEN_ANSWER, HIDDEN_ANSWER]);
  });

  it('hides an answer based on a hidden answer of another site', async () => {
    await addSearchAnswer('Band C: 52,400.', salaries);
    await addSearchAnswer('Second class, on 52,400.', trips, [salaries]);
    await setReadable('trips');
    expect(await readContents()).toEqual([HIDDEN_ANSWER, HIDDEN_ANSWER]);
    await setReadable('salaries');
    expect(await readContents()).toEqual(['Band C: 52,400.', HIDDEN_ANSWER]);
  });

  it('shows an answer whose model did not read the hidden one', async () => {
    await addSearchAnswer('Band C: 52,400.', salaries);
    await setReadable('trips');
    await addChatAnswer('Good morning, Ben.');
    await addSearchAnswer('Second class.', trips, []);
    expect(await readContents()).toEqual([HIDDEN_ANSWER, 'Good morning, Ben.', 'Second class.']);
  });

  it('hides answers after a hidden one if it is unknown what their model read', async () => {
    await addAnswer('Good morning.');
    await addSearchAnswer('Band C: 52,400.', salaries);
    await addAnswer('In other words, 52,400.');
    await addSearchAnswer('Second class, on 52,400.', trips, null);
    await setReadable('trips');
    expect(await readContents()).toEqual(['Good morning.', HIDDEN_ANSWER, HIDDEN_ANSWER, HIDDEN_ANSWER]);
  });

  it('hides questions that a hidden answer suggested, but no others', async () => {
    await addMessage('What is band C?');
    await addSearchAnswer('Band C: 52,400.', salaries, [], ['Does 52,400 hold in Lyon?', 'And band D?']);
    await addMessage('Does 52,400 hold in Lyon? ');
    await setReadable('trips');
    expect(await readContents()).toEqual(['What is band C?', HIDDEN_ANSWER, HIDDEN_QUESTION]);
    await setReadable('salaries');
    expect((await readContents()).at(-1)).toBe('Does 52,400 hold in Lyon? ');
  });

  /** @proves threat:hidden-answers */
  it('hides questions that quote an answer after a hidden one, but none before it', async () => {
    await addMessage('> From a letter\n\nWhat is band C?');
    await addSearchAnswer('Band C: 52,400.', salaries);
    await addMessage('> Band C: 52,400.\n\nSince when?');
    await addMessage('Is 5 > 4?');
    await setReadable('trips');
    const before = '> From a letter\n\nWhat is band C?';
    expect(await readContents()).toEqual([before, HIDDEN_ANSWER, HIDDEN_QUOTE, 'Is 5 > 4?']);
    await setReadable('salaries');
    expect((await readContents())[2]).toBe('> Band C: 52,400.\n\nSince when?');
  });

  it('hides the same answers in a shared copy', async () => {
    await addSearchAnswer('Band C: 52,400.', salaries);
    await addChatAnswer('In other words, 52,400.');
    const copy = makeChatRow(ada, { id: newId(), sharedBy: 'Ben Okafor' });
    await ctx.store.chats.share({ fromChatId: chatId, sharer: ben, copies: [copy] });
    await setReadable('trips');
    expect(await readContents(copy.id)).toEqual([HIDDEN_ANSWER, HIDDEN_ANSWER]);
  });

  describe('a single page of the history', () => {
    /** Reads the last messages, as a page and as part of the whole chat. */
    async function readLast(count: number): Promise<[page: string[], chat: string[]]> {
      const page = await ctx.store.messages.list(chatId, { messages: count });
      const { messages } = await getReadableHistory(ctx, Ben, chatId, page);
      return [messages.map(({ content }) => content), (await readContents()).slice(-count)];
    }

    it('hides the same answers as in the whole chat, wherever the page starts', async () => {
      await addMessage('What is band C?');
      await addSearchAnswer('Band C: 52,400.', salaries, [], ['Does 52,400 hold in Lyon?']);
      await addSearchAnswer('Second class.', trips, [], ['And on Sundays?']);
      await addMessage('Does 52,400 hold in Lyon?');
      await addChatAnswer('It does: 52,400.');
      await addMessage('And on Sundays?');
      await addAnswer('In other words, 52,400.');
      await addSearchAnswer('Trains on 52,400.', trips, null);
      for (const readable of [['trips'], ['salaries'], ['trips', 'salaries'], []]) {
        await setReadable(...readable);
        for (let count = 1; count <= 8; count += 1) {
          const [page, chat] = await readLast(count);
          expect(page).toEqual(chat);
        }
      }
    });
  });

  it('shows an answer whose file was removed from the corpus, as long as Ben can open it', async () => {
    await addSearchAnswer('Second class.', trips);
    const file = await ctx.store.corpusFiles.find(ben.tenantId, travel, 'trips');
    if (file) await ctx.store.corpusFiles.remove(file);
    expect(await readContents()).toEqual(['Second class.']);
    await setReadable('salaries');
    expect(await readContents()).toEqual([HIDDEN_ANSWER]);
    await library.put(travel, 'trips', ['Trains are booked in second class.']);
  });

  /** @proves threat:failed-access-check */
  it('hides answers if Graph does not answer', async () => {
    await addSearchAnswer('Band C: 52,400.', salaries);
    await library.ctx.clock.advance(30_000);
    library.available.graph = false;
    expect(await readContents()).toEqual([HIDDEN_ANSWER]);
    library.available.graph = true;
  });
});
