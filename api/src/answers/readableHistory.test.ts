import { createSearchLibrary, makePerson, makeSiteId, type SearchLibrary } from '../../../tests/harness/fakes/searchLibrary.ts';
import { ada, ben, makeChatRow, makeMessageRow, newId } from '../../../tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '../../../tests/harness/storage/testStore.ts';
import type { Database } from '../storage/database.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import type { FileRef } from '../storage/tables/search/searches.ts';
import type { AppContext } from '../context.ts';
import { keepRetold } from './answerOrigins.ts';
import { HIDDEN_ANSWER, HIDDEN_QUESTION, openHistory } from './readableHistory.ts';

const [finance, travel] = [makeSiteId(1), makeSiteId(2)];
const Ben = makePerson(ben.id);
const salaries = { siteId: finance, itemId: 'salaries' };
const trips = { siteId: travel, itemId: 'trips' };

describeOnBothEngines('what was said before', (makeStore) => {
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
    await mayRead('salaries', 'trips');
    chatId = (await ctx.store.chats.create(makeChatRow(ben, { id: newId() }))).id;
  });

  /** What Ben may read from now on. */
  async function mayRead(...items: string[]): Promise<void> {
    library.permissions.clear();
    for (const item of items) library.permissions.add(`${ben.id}/${item}`);
    await library.ctx.clock.advance(30_000);
  }

  const say = async (content: string, more: Partial<MessageRow> = {}) => {
    const message = makeMessageRow(chatId, { content, ...more });
    await ctx.store.messages.append(message);
    return message.id;
  };
  const answer = (content: string, followUps: string[] = []) => say(content, { source: 'AVA', followUps });

  /** An answer of a search; without `retold`, as it was kept before that was known. */
  async function found(content: string, file: FileRef, retold: FileRef[] | null = [], followUps: string[] = []) {
    const messageId = await answer(content, followUps);
    const hit = { ...file, chunkId: 1, versionId: newId(), given: true };
    const of = { chatId, messageId, tenantId: ben.tenantId, siteId: file.siteId };
    await ctx.store.searches.save({ ...of, hits: [hit], inheritedFiles: retold }, ctx.clock.now());
  }

  /** An answer of a chat, whose model reads what is open now. */
  async function retelling(content: string): Promise<void> {
    const { drawnOn } = await openHistory(ctx, Ben, chatId, await ctx.store.messages.list(chatId));
    const answerId = await answer(content);
    await keepRetold(ctx, Ben, { chatId, answerId }, drawnOn ?? []);
  }

  const told = async (id = chatId) =>
    (await openHistory(ctx, Ben, id, await ctx.store.messages.list(id))).messages.map(({ content }) => content);

  it('of a chat where nothing was searched is open, and nobody is asked', async () => {
    await say('Hello');
    await answer('Hello, Ben.');
    library.graphRequests.length = 0;
    const { messages, drawnOn } = await openHistory(ctx, Ben, chatId, await ctx.store.messages.list(chatId));
    expect([messages.length, drawnOn, library.graphRequests]).toEqual([2, null, []]);
  });

  it('is closed with an answer that another answer was made from, however many lie between', async () => {
    await found('Band C: 52,400.', salaries);
    await retelling('In other words, 52,400.');
    await retelling('52.4 thousand.');
    expect(await told()).toEqual(['Band C: 52,400.', 'In other words, 52,400.', '52.4 thousand.']);
    await mayRead('trips');
    expect(await told()).toEqual([HIDDEN_ANSWER, HIDDEN_ANSWER, HIDDEN_ANSWER]);
  });

  it('is closed with it too where the later answer was found in another site', async () => {
    await found('Band C: 52,400.', salaries);
    await found('Second class, on 52,400.', trips, [salaries]);
    await mayRead('trips');
    expect(await told()).toEqual([HIDDEN_ANSWER, HIDDEN_ANSWER]);
    await mayRead('salaries');
    expect(await told()).toEqual(['Band C: 52,400.', HIDDEN_ANSWER]);
  });

  it('stays open where the model no longer read what was closed', async () => {
    await found('Band C: 52,400.', salaries);
    await mayRead('trips');
    await retelling('Good morning, Ben.');
    await found('Second class.', trips, []);
    expect(await told()).toEqual([HIDDEN_ANSWER, 'Good morning, Ben.', 'Second class.']);
  });

  it('is closed after a closed answer where nobody kept what the model read', async () => {
    await answer('Good morning.');
    await found('Band C: 52,400.', salaries);
    await answer('In other words, 52,400.');
    await found('Second class, on 52,400.', trips, null);
    await mayRead('trips');
    expect(await told()).toEqual(['Good morning.', HIDDEN_ANSWER, HIDDEN_ANSWER, HIDDEN_ANSWER]);
  });

  it('closes what the closed answer suggested to ask, and leaves what a person asked by themselves', async () => {
    await say('What is band C?');
    await found('Band C: 52,400.', salaries, [], ['Does 52,400 hold in Lyon?', 'And band D?']);
    await say('Does 52,400 hold in Lyon? ');
    await mayRead('trips');
    expect(await told()).toEqual(['What is band C?', HIDDEN_ANSWER, HIDDEN_QUESTION]);
    await mayRead('salaries');
    expect((await told()).at(-1)).toBe('Does 52,400 hold in Lyon? ');
  });

  it('is as closed in a copy', async () => {
    await found('Band C: 52,400.', salaries);
    await retelling('In other words, 52,400.');
    const copy = makeChatRow(ada, { id: newId(), sharedBy: 'Ben Okafor' });
    await ctx.store.chats.share({ fromChatId: chatId, sharer: ben, copies: [copy] });
    await mayRead('trips');
    expect(await told(copy.id)).toEqual([HIDDEN_ANSWER, HIDDEN_ANSWER]);
  });

  describe('a page of it', () => {
    /** What is told of a page of the last messages, and of the same messages in the whole chat. */
    async function toldOfLast(count: number): Promise<[page: string[], whole: string[]]> {
      const page = await ctx.store.messages.list(chatId, { messages: count });
      const { messages } = await openHistory(ctx, Ben, chatId, page, true);
      return [messages.map(({ content }) => content), (await told()).slice(-count)];
    }

    it('is as closed as in the whole chat, wherever the page begins', async () => {
      await say('What is band C?');
      await found('Band C: 52,400.', salaries, [], ['Does 52,400 hold in Lyon?']);
      await found('Second class.', trips, [], ['And on Sundays?']);
      await say('Does 52,400 hold in Lyon?');
      await retelling('It does: 52,400.');
      await say('And on Sundays?');
      await answer('In other words, 52,400.');
      await found('Trains on 52,400.', trips, null);
      for (const readable of [['trips'], ['salaries'], ['trips', 'salaries'], []]) {
        await mayRead(...readable);
        for (let count = 1; count <= 8; count += 1) {
          const [page, whole] = await toldOfLast(count);
          expect(page).toEqual(whole);
        }
      }
    });
  });

  it('where Graph does not answer, is closed', async () => {
    await found('Band C: 52,400.', salaries);
    await library.ctx.clock.advance(30_000);
    library.available.graph = false;
    expect(await told()).toEqual([HIDDEN_ANSWER]);
    library.available.graph = true;
  });
});
