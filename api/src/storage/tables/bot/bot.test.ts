import { sql } from 'kysely';
import { onBothEngines } from '../../../../../tests/harness/storage/testStore.ts';
import { ada, ben, carl, chatOf, corpusFileOf, newId, siteOf } from '../../../../../tests/harness/storage/rows.ts';
import type { Database } from '../../open.ts';
import { createStore, type Store } from '../../store.ts';

const morning = new Date('2026-11-20T08:00:00.000Z');
const later = (hours: number) => new Date(morning.getTime() + hours * 3_600_000);

onBothEngines('what the bot keeps', (given) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await given().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  async function chatIn(owner: typeof ada): Promise<string> {
    return (await store.chats.create(chatOf(owner))).id;
  }

  it('of deliveries at once, one is the first', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => store.bot.claimActivity(ada, 'f:1', morning)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    for (const other of [ben, carl]) expect(await store.bot.claimActivity(other, 'f:1', morning)).toBe(true);
  });

  it('what nobody delivers any more is forgotten', async () => {
    await store.bot.claimActivity(ada, 'f:2', morning);
    expect(await store.bot.claimActivity(ada, 'f:2', later(2))).toBe(false);
    await store.bot.claimActivity(ben, 'f:3', later(30));
    expect(await store.bot.claimActivity(ada, 'f:2', later(30))).toBe(true);
  });

  it('a conversation goes on in the chat that was last chosen, for each person in theirs', async () => {
    const [first, second] = [await chatIn(ada), await chatIn(ada)];
    await store.bot.setChat(ada, '19:team', first, morning);
    await store.bot.setChat(ada, '19:team', second, later(1));
    expect(await store.bot.findChat(ada, '19:team')).toBe(second);
    expect(await store.bot.findChat(ben, '19:team')).toBeUndefined();
    await store.bot.clearChat(ben, '19:team');
    expect(await store.bot.findChat(ada, '19:team')).toBe(second);
    await store.bot.clearChat(ada, '19:team');
    expect(await store.bot.findChat(ada, '19:team')).toBeUndefined();
  });

  it('of chats that are begun at once in a conversation, one is the one it goes on in', async () => {
    const chats = await Promise.all(Array.from({ length: 5 }, () => chatIn(ada)));
    const begin = (from: string | undefined, to: string) => store.bot.replaceChat(ada, 'a:race', { from, to }, morning);
    const first = await Promise.all(chats.map((to) => begin(undefined, to)));
    expect(first.filter(Boolean)).toHaveLength(1);
    const winner = chats[first.indexOf(true)];
    expect(await store.bot.findChat(ada, 'a:race')).toBe(winner);
    const next = await Promise.all(chats.filter((chat) => chat !== winner).map((to) => begin(winner, to)));
    expect(next.filter(Boolean)).toHaveLength(1);
    expect(await store.bot.findChat(ben, 'a:race')).toBeUndefined();
  });

  it('a chat that is deleted takes with it what was said of it in Teams', async () => {
    const chatId = await chatIn(ada);
    const place = { conversationId: 'a:gone', activityId: 'm1' };
    await store.bot.setChat(ada, 'a:gone', chatId, morning);
    await store.bot.linkMessage(ada, place, { chatId, messageId: newId() }, morning);
    await store.chats.delete(chatId);
    expect(await store.bot.findChat(ada, 'a:gone')).toBeUndefined();
    expect(await store.bot.rate(ada, place, { reaction: 'like', comment: '' })).toBe(false);
  });

  it('only who was shown an answer says what they think of it, and may change their mind', async () => {
    const chatId = await chatIn(ada);
    const place = { conversationId: 'a:ada', activityId: 'm2' };
    await store.bot.linkMessage(ada, place, { chatId, messageId: newId() }, morning);
    await store.bot.linkMessage(ada, place, { chatId, messageId: newId() }, morning);
    expect(await store.bot.rate(ada, place, { reaction: 'like', comment: 'Good\u0000.' })).toBe(true);
    expect(await store.bot.rate(ada, place, { reaction: 'dislike', comment: '' })).toBe(true);
    expect(await store.bot.rate(ben, place, { reaction: 'dislike', comment: '' })).toBe(false);
  });

  describe('who is told what is done', () => {
    const told = async (owner: typeof ada) => (await store.bot.takeNotice(owner)).done.map(({ name }) => name);

    /** A file that somebody puts into a corpus; gives what makes it ready. */
    async function adding(owner: typeof ada, name: string): Promise<() => Promise<void>> {
      const site = siteOf(owner);
      await store.sites.create(site, morning);
      const file = corpusFileOf(site, owner, { name });
      await store.corpusFiles.startEmbedding(file, owner, morning, false);
      return async () => {
        await database.kysely.updateTable('corpus_file').set({ state: 'ready' }).where('id', '=', file.id).execute();
        const ended = { state: 'ended', ended_at: sql<Date>`clock_timestamp()` };
        await database.kysely.updateTable('run').set(ended).where('id', '=', file.runId).execute();
      };
    }

    it('is who asked for it, from then on, once, and when all of theirs is done', async () => {
      const earlier = await adding(ada, 'earlier.pdf');
      await earlier();
      expect(await store.bot.takeNotice(ada)).toEqual({ reference: null, underWay: 0, done: [] });
      await store.bot.enableNotices(ada, 'her own chat');
      const [one, other, bens] = [await adding(ada, 'a.pdf'), await adding(ada, 'b.pdf'), await adding(ben, 'c.pdf')];
      await one();
      await bens();
      expect(await store.bot.takeNotice(ada)).toEqual({ reference: 'her own chat', underWay: 1, done: [] });
      await other();
      const takes = await Promise.all(Array.from({ length: 5 }, () => told(ada)));
      expect(takes.filter((names) => names.length > 0)).toEqual([['a.pdf', 'b.pdf']]);
      await store.bot.enableNotices(ada, 'another chat');
      expect(await told(ada)).toEqual([]);
      await store.bot.disableNotices(ada);
      expect((await store.bot.takeNotice(ada)).reference).toBeNull();
    });
  });
});
