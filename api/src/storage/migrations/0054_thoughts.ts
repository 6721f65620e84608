import { type Kysely, sql } from 'kysely';

/**
 * What models thought before their answers. It counts toward the size of a message, but not toward the part of a chat that a
 * model reads again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table message add column thoughts jsonb`,
    sql`drop index message_in_order`,
    sql`alter table message drop column bytes`,
    sql`alter table message add column thought_bytes integer not null
        generated always as (coalesce(octet_length(thoughts::text), 0)) stored,
      add column bytes integer not null generated always as (octet_length(content) + octet_length(links::text)
        + coalesce(octet_length(thoughts::text), 0) + octet_length(calls::text) + octet_length(follow_ups::text)
        + octet_length(files::text)) stored`,
    sql`create index message_in_order on message (chat_id, position) include (bytes, thought_bytes, active)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
