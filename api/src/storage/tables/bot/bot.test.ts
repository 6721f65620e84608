import { sql } from 'kysely';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import { ada, ben, carl, makeChatRow, makeCorpusFile, newId, makeSiteRow } from '#tests/harness/storage/rows.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';

const morning = new Date('2026-11-20T08:00:00.000Z');
const later = (hours: number) => new Date(morning.getTime() + hours * 3_600_000);

describeOnBothEngines('the bot’s data', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  async function createChat(owner: typeof ada): Promise<string> {
    return (await store.chats.create(makeChatRow(owner))).id;
  }

  it('lets one of many deliveries of an activity claim it', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => store.bot.claimActivity(ada, 'f:1', morning)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    for (const other of [ben, carl]) expect(await store.bot.claimActivity(other, 'f:1', morning)).toBe(true);
  });

  it('deletes claims of old activities', async () => {
    await store.bot.claimActivity(ada, 'f:2', morning);
    expect(await store.bot.claimActivity(ada, 'f:2', later(2))).toBe(false);
    await store.bot.claimActivity(ben, 'f:3', later(30));
    expect(await store.bot.claimActivity(ada, 'f:2', later(30))).toBe(true);
  });

  it('keeps a separate chat for each person in a conversation', async () => {
    const [first, second] = [await createChat(ada), await createChat(ada)];
    await store.bot.setChat(ada, '19:team', first, morning);
    await store.bot.setChat(ada, '19:team', second, later(1));
    expect(await store.bot.findChat(ada, '19:team')).toBe(second);
    expect(await store.bot.findChat(ben, '19:team')).toBeUndefined();
    await store.bot.clearChat(ben, '19:team');
    expect(await store.bot.findChat(ada, '19:team')).toBe(second);
    await store.bot.clearChat(ada, '19:team');
    expect(await store.bot.findChat(ada, '19:team')).toBeUndefined();
  });

  it('sets one chat when several are started in a conversation at once', async () => {
    const chats = await Promise.all(Array.from({ length: 5 }, () => createChat(ada)));
    const replace = (from: string | undefined, to: string) =>
      store.bot.replaceChat(ada, 'a:race', { from, to }, morning);
    const first = await Promise.all(chats.map((to) => replace(undefined, to)));
    expect(first.filter(Boolean)).toHaveLength(1);
    const winner = chats[first.indexOf(true)];
    expect(await store.bot.findChat(ada, 'a:race')).toBe(winner);
    const next = await Promise.all(chats.filter((chat) => chat !== winner).map((to) => replace(winner, to)));
    expect(next.filter(Boolean)).toHaveLength(1);
    expect(await store.bot.findChat(ben, 'a:race')).toBeUndefined();
  });

  it('deletes the conversations and messages of a chat together with the chat', async () => {
    const chatId = await createChat(ada);
    const message = { conversationId: 'a:gone', activityId: 'm1' };
    await store.bot.setChat(ada, 'a:gone', chatId, morning);
    await store.bot.linkMessage(ada, message, { chatId, messageId: newId() }, morning);
    await store.chats.delete(chatId);
    expect(await store.bot.findChat(ada, 'a:gone')).toBeUndefined();
    expect(await store.bot.findAnswer(ada, message)).toBeUndefined();
  });

  it('finds the answer in a message for the person who received it, and for no other person', async () => {
    const [chatId, messageId] = [await createChat(ada), newId()];
    const message = { conversationId: 'a:ada', activityId: 'm2' };
    await store.bot.linkMessage(ada, message, { chatId, messageId }, morning);
    await store.bot.linkMessage(ada, message, { chatId, messageId: newId() }, morning);
    expect(await store.bot.findAnswer(ada, message)).toEqual({ chatId, messageId });
    expect(await store.bot.findAnswer(ben, message)).toBeUndefined();
  });

  describe('a notice', () => {
    const takeNames = async (owner: typeof ada) =>
      (await store.bot.takeNotice(owner)).finishedFiles.map(({ name }) => name);

    /** Starts embedding a file. Returns the function that finishes it. */
    async function startFile(owner: typeof ada, name: string): Promise<() => Promise<void>> {
      const site = makeSiteRow(owner);
      await store.sites.create(site, morning);
      const file = makeCorpusFile(site, owner, { name });
      await store.corpusFiles.startEmbedding(file, owner, morning, false);
      return async () => {
        await database.kysely.updateTable('corpus_file').set({ state: 'ready' }).where('id', '=', file.id).execute();
        const ended = { state: 'ended', ended_at: sql<Date>`clock_timestamp()` };
        await database.kysely.updateTable('run').set(ended).where('id', '=', file.runId).execute();
      };
    }

    it('is given once to a person who wants it, when all their files are finished', async () => {
      const finishEarlier = await startFile(ada, 'earlier.pdf');
      await finishEarlier();
      expect(await store.bot.takeNotice(ada)).toEqual({ reference: null, filesInProgress: 0, finishedFiles: [] });
      await store.bot.enableNotices(ada, 'her own chat');
      const [finishA, finishB, finishBens] = [
        await startFile(ada, 'a.pdf'),
        await startFile(ada, 'b.pdf'),
        await startFile(ben, 'c.pdf'),
      ];
      await finishA();
      await finishBens();
      expect(await store.bot.takeNotice(ada)).toEqual({
        reference: 'her own chat',
        filesInProgress: 1,
        finishedFiles: [],
      });
      await finishB();
      const takes = await Promise.all(Array.from({ length: 5 }, () => takeNames(ada)));
      expect(takes.filter((names) => names.length > 0)).toEqual([['a.pdf', 'b.pdf']]);
      await store.bot.enableNotices(ada, 'another chat');
      expect(await takeNames(ada)).toEqual([]);
      await store.bot.disableNotices(ada);
      expect((await store.bot.takeNotice(ada)).reference).toBeNull();
    });
  });
});
