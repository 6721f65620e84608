import { sql, type Kysely, type RawBuilder } from 'kysely';
import { openDatabase } from '#api/storage/openDatabase.ts';
import type { Schema } from '#api/storage/schema.ts';
import { northwind, getPerson } from '#sandbox/people.ts';
import type { Engine } from './engines.ts';
import { makeEnglish, makeMarkdown } from './randomText.ts';

/** Messages in a normal chat, and in one very long chat. */
const MESSAGES_PER_CHAT = 20;
const MESSAGES_IN_LONG_CHAT = 500;
const PER_STATEMENT = 10_000;
const LONG_TITLE = 'Long chat';

export interface SeededChats {
  /** Key of the person whose chats are read. */
  person: string;
  chats: string[];
  longChat: string;
  messages: number;
}

/** Fills a store with chats of all people: short questions, answers of up to a page, spread over two years. */
export async function seedChats(engine: Engine, dataDir: string, messages: number): Promise<SeededChats> {
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const database = await openDatabase({ dataDir, databaseUrl: engine.databaseUrl ?? undefined, log });
  try {
    await insertTexts(database.kysely);
    const owners = northwind.people.map(({ oid }) => oid);
    const count = Math.ceil((messages - MESSAGES_IN_LONG_CHAT) / MESSAGES_PER_CHAT);
    await insertChats(database.kysely, owners, count);
    for (let from = 0; from < count; from += PER_STATEMENT / MESSAGES_PER_CHAT) {
      await insertMessages(
        database.kysely,
        from,
        Math.min(count, from + PER_STATEMENT / MESSAGES_PER_CHAT),
        MESSAGES_PER_CHAT,
      );
    }
    await insertMessages(database.kysely, count, count + 1, MESSAGES_IN_LONG_CHAT);
    await sql`drop table bench_text`.execute(database.kysely);
    return { ...(await findSeededChats(database.kysely)), messages: count * MESSAGES_PER_CHAT + MESSAGES_IN_LONG_CHAT };
  } finally {
    await database.close();
  }
}

async function findSeededChats(db: Kysely<Schema>): Promise<Omit<SeededChats, 'messages'>> {
  const { oid } = getPerson('ada');
  const rows = await db.selectFrom('chat').select(['id', 'title']).where('owner_id', '=', oid).execute();
  const longChat = rows.find(({ title }) => title === LONG_TITLE)?.id ?? '';
  return { person: 'ada', chats: rows.map(({ id }) => id).filter((id) => id !== longChat), longChat };
}

/** Inserts a hundred questions and a hundred answers that the messages reuse. */
async function insertTexts(db: Kysely<Schema>): Promise<void> {
  const answers = Array.from({ length: 100 }, (_, index) => makeMarkdown(400 + index * 25, index));
  const questions = Array.from({ length: 100 }, (_, index) => makeEnglish(40 + index * 4, index));
  await sql`create table bench_text (number integer primary key, question text not null, answer text not null)`.execute(
    db,
  );
  await sql`insert into bench_text select number - 1, question, answer
    from unnest(${questions}::text[], ${answers}::text[]) with ordinality as text (question, answer, number)`.execute(
    db,
  );
}

/** Distributes the chats evenly over the owners. The last chat, the long one, belongs to the first owner, Ada. */
async function insertChats(db: Kysely<Schema>, owners: string[], count: number): Promise<void> {
  await sql`insert into chat (id, tenant_id, owner_id, type, title, created_at, updated_at)
    select ${toUuid(sql`'chat' || n`)}, ${northwind.tenantId},
      (${owners}::text[])[case when n = ${count} then 1 else 1 + n % ${owners.length} end], 'chat',
      case when n = ${count} then ${LONG_TITLE} else 'Budget and plans of week ' || n end,
      now() - n * interval '5 minutes', now() - n * interval '5 minutes'
    from generate_series(0, ${count}::int) as n`.execute(db);
}

/** Derives a version 4 UUID from a name. */
const toUuid = (name: RawBuilder<unknown>) =>
  sql`overlay(overlay(md5(${name}) placing '4' from 13) placing 'a' from 17)::uuid`;

/**
 * Inserts the messages of the chats from `from` up to, but not including, `to`. Every question is followed by its
 * answer.
 */
async function insertMessages(db: Kysely<Schema>, from: number, to: number, perChat: number): Promise<void> {
  await sql`insert into message (chat_id, id, source, content, state, run_id, seq, reply_to, fingerprint,
      parent_id, created_at)
    select ${toUuid(sql`'chat' || chat`)}, ${toUuid(sql`'message' || chat || '/' || n`)},
      case when n % 2 = 0 then 'User' else 'AVA' end, case when n % 2 = 0 then question else answer end,
      '{"name":"complete","finish":"stop"}'::jsonb,
      case when n % 2 = 1 then ${toUuid(sql`'run' || chat || '/' || n`)} end, case when n % 2 = 1 then 120 else 0 end,
      case when n % 2 = 1 then ${toUuid(sql`'message' || chat || '/' || (n - 1)`)} end, null,
      case when n > 0 then ${toUuid(sql`'message' || chat || '/' || (n - 1)`)} end,
      now() - chat * interval '5 minutes' - (${perChat} - n) * interval '1 second'
    from generate_series(${from}::int, ${to - 1}::int) as chat, generate_series(0, ${perChat - 1}::int) as n
      join bench_text on number = (n * 31) % 100
    order by chat, n`.execute(db);
}
