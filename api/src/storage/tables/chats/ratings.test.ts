import { sql } from 'kysely';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { describeOnEmptyEngines } from '#tests/harness/storage/testStore.ts';
import { ada, ben, carl, makeChatRow, makeMessageRow, newId } from '#tests/harness/storage/rows.ts';
import type { Database } from '#api/storage/database.ts';
import { migrations } from '#api/storage/migrations/index.ts';
import { createStore, type Store } from '#api/storage/store.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0016'));
const like = { reaction: 'like', comment: '' } as const;
const [oldChat, oldAnswer] = [newId(), newId()];

describeOnEmptyEngines('ratings', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    const old = await makeStore().open({ migrations: former });
    await rateInTeams(old).finally(() => old.close());
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  /** A rating from the time when only Teams had ratings. */
  async function rateInTeams({ kysely }: Database): Promise<void> {
    await sql`insert into chat (id, tenant_id, owner_id, type, title, created_at, updated_at)
      values (${oldChat}, ${ada.tenantId}, ${ada.id}, 'chat', 'Tea', ${at(7)}, ${at(7)})`.execute(kysely);
    await sql`insert into bot_message values (${ada.tenantId}, ${ada.id}, 'a:tea', 'm1', ${oldChat}, ${oldAnswer},
      'dislike', 'Too sweet', ${at(7)})`.execute(kysely);
  }

  async function createAnswer(
    owner: typeof ada,
    siteId = '',
    citedSites: readonly string[] = [],
  ): Promise<{ chatId: string; messageId: string }> {
    const { id: chatId } = await store.chats.create(makeChatRow(owner));
    const messageId = newId();
    const links = citedSites.map((site) => ({ site }) as Citation);
    await store.messages.append(makeMessageRow(chatId, { id: messageId, source: 'AVA', links }));
    const search = { messageId, chatId, tenantId: owner.tenantId, siteId, hits: [], otherOrigins: [] };
    if (siteId !== '') await store.searches.save(search, at(8));
    return { chatId, messageId };
  }

  it('that were given in Teams before are kept', async () => {
    expect(await store.ratings.list(oldChat)).toEqual([
      { messageId: oldAnswer, reaction: 'dislike', comment: 'Too sweet' },
    ]);
  });

  it('can be changed and removed by their owner only', async () => {
    const answer = await createAnswer(ada);
    await store.ratings.save(ada, answer, { reaction: 'dislike', comment: 'Wrong\u0000 year' }, at(9));
    await store.ratings.save(ada, answer, like, at(10));
    expect(await store.ratings.list(answer.chatId)).toEqual([{ messageId: answer.messageId, ...like }]);
    for (const other of [ben, carl]) await store.ratings.delete(other, answer.messageId);
    expect(await store.ratings.list(answer.chatId)).toHaveLength(1);
    await store.ratings.delete(ada, answer.messageId);
    expect(await store.ratings.list(answer.chatId)).toEqual([]);
  });

  it('of a site are counted for this site, with the newest comments first', async () => {
    const finance = newId().replaceAll('-', '');
    await store.ratings.save(ada, await createAnswer(ada, finance), { reaction: 'dislike', comment: 'Old' }, at(9));
    await store.ratings.save(ben, await createAnswer(ben, finance), { reaction: 'like', comment: 'New' }, at(10));
    await store.ratings.save(ben, await createAnswer(ben, finance), like, at(11));
    await store.ratings.save(ben, await createAnswer(ben), { reaction: 'like', comment: 'Elsewhere' }, at(12));
    await store.ratings.save(carl, await createAnswer(carl, finance), { reaction: 'like', comment: 'Abroad' }, at(12));
    expect(await store.ratings.getFeedback({ tenantId: ada.tenantId, siteId: finance })).toEqual({
      likes: 2,
      dislikes: 1,
      comments: [
        { reaction: 'like', comment: 'New', date: at(10).toISOString() },
        { reaction: 'dislike', comment: 'Old', date: at(9).toISOString() },
      ],
    });
    const all = await store.ratings.getFeedback({ tenantId: ada.tenantId });
    expect(all.comments.map(({ comment }) => comment)).toEqual(['Elsewhere', 'New', 'Old', 'Too sweet']);
  });

  it('of an answer from several sites are counted for each site that it cites, and for no other', async () => {
    const [finance, travel, board] = [newId(), newId(), newId()].map((id) => id.replaceAll('-', '')) as [
      string,
      string,
      string,
    ];
    const dislike = { reaction: 'dislike', comment: 'Wrong hotel' } as const;
    await store.ratings.save(ada, await createAnswer(ada, '*', [travel, travel, finance]), dislike, at(9));
    await store.ratings.save(ben, await createAnswer(ben, '*', [travel]), like, at(9));
    await store.ratings.save(ben, await createAnswer(ben, '*'), like, at(9));
    await store.ratings.save(carl, await createAnswer(carl, '*', [travel]), like, at(9));
    const count = async (siteId: string) => store.ratings.getFeedback({ tenantId: ada.tenantId, siteId });
    expect(await count(travel)).toMatchObject({ likes: 1, dislikes: 1, comments: [{ comment: 'Wrong hotel' }] });
    expect(await count(finance)).toMatchObject({ likes: 0, dislikes: 1 });
    expect(await count(board)).toEqual({ likes: 0, dislikes: 0, comments: [] });
  });

  it('are deleted with their chat', async () => {
    const answer = await createAnswer(ada);
    await store.ratings.save(ada, answer, like, at(9));
    await store.chats.delete(answer.chatId);
    expect(await store.ratings.list(answer.chatId)).toEqual([]);
  });
});
