import { sql } from 'kysely';
import { ada, makeExchange, newId } from '#tests/harness/storage/rows.ts';
import { describeOnEmptyEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore } from '#api/storage/store.ts';
import { migrations } from './index.ts';

const AT = '2026-11-16T08:00:00.000Z';
const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0015'));
const [chatId = '', otherId = '', ...messageIds] = Array.from({ length: 6 }, newId);

async function fill({ kysely }: Database): Promise<void> {
  for (const id of [chatId, otherId])
    await sql`insert into chat (id, tenant_id, owner_id, type, title, created_at, updated_at)
      values (${id}, ${ada.tenantId}, ${ada.id}, 'chat', 'Tea', ${AT}, ${AT})`.execute(kysely);
  // The messages of both chats were written in turn, and a copy has the ids of its original.
  for (const [index, id] of messageIds.entries())
    for (const chat of [chatId, otherId])
      await sql`insert into message (chat_id, id, source, content, state, reply_to, created_at)
        values (${chat}, ${id}, ${index % 2 === 0 ? 'User' : 'AVA'}, ${`message ${index}`},
          '{"name":"complete","finish":"stop"}', ${index % 2 === 0 ? null : (messageIds[index - 1] ?? null)}, ${AT})`.execute(
        kysely,
      );
}

describeOnEmptyEngines('chats from before messages had versions', (store) => {
  let database: Database;
  beforeAll(async () => {
    const old = await store().open({ migrations: former });
    await fill(old).finally(() => old.close());
    database = await store().open();
  });
  afterAll(() => database?.close());

  it('keep the order of their messages, each with one version', async () => {
    const { messages } = createStore(database.kysely);
    for (const chat of [chatId, otherId]) {
      expect((await messages.list(chat)).map(({ id }) => id)).toEqual(messageIds);
      expect(await messages.listVersions(chat, messageIds)).toEqual(new Map());
    }
  });

  it('get versions like new ones', async () => {
    const { messages } = createStore(database.kysely);
    const [first = '', , third = ''] = messageIds;
    const edit = { ...makeExchange(chatId, { text: 'pie' }), editOf: third };
    expect(await messages.accept(edit)).toMatchObject({ name: 'accepted' });
    expect((await messages.list(chatId)).map(({ id }) => id)).toEqual([
      ...messageIds.slice(0, 2),
      edit.question.id,
      edit.answerId,
    ]);
    expect((await messages.list(otherId)).map(({ id }) => id)).toEqual(messageIds);
    await messages.choose(chatId, third, new Date());
    expect((await messages.list(chatId)).map(({ id }) => id)).toEqual(messageIds);
    expect((await messages.list(chatId, { before: third })).map(({ id }) => id)).toEqual([first, messageIds[1]]);
  });
});
