import { type Kysely, sql } from 'kysely';

/**
 * Lets messages have versions: a chat becomes a tree, in which each message of an old chat follows the one before it.
 * `active` marks the path that people see, so that pages are read in the order of `position` as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table message add column parent_id uuid, add column chosen boolean not null default true,
      add column active boolean not null default true`,
    sql`update message set parent_id = numbered.previous
      from (select chat_id, id, lag(id) over (partition by chat_id order by position) as previous from message) as numbered
      where message.chat_id = numbered.chat_id and message.id = numbered.id and numbered.previous is not null`,
    sql`create index message_of_parent on message (chat_id, parent_id)`,
    // The index contains all columns that paging needs, so that finding a page reads no messages.
    sql`drop index message_in_order`,
    sql`create index message_in_order on message (chat_id, position) include (bytes, active)`,
    // Volatile, so that a statement that waited for the lock of a chat sees the messages stored in the meantime.
    sql`create function last_message(in_chat uuid) returns uuid language sql volatile as $$
        select id from message where chat_id = in_chat and active order by position desc limit 1;
      $$`,
  ];
  for (const statement of statements) await statement.execute(db);
}
