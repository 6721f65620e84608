import { type Kysely, sql } from 'kysely';

/** Functions that the model called for an answer. They count toward the size of a message like its citations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table message add column calls jsonb not null default '[]'`,
    sql`drop index message_in_order`,
    sql`alter table message drop column bytes`,
    sql`alter table message add column bytes integer not null generated always as (octet_length(content)
      + octet_length(links::text) + octet_length(calls::text) + octet_length(follow_ups::text)
      + octet_length(files::text)) stored`,
    sql`create index message_in_order on message (chat_id, position) include (bytes, active)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
