import { type Kysely, sql } from 'kysely';

/** Ratings of answers, from the tab and from Teams alike. `site_id` is empty if no site was searched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table answer_rating (
      chat_id uuid not null references chat (id) on delete cascade, message_id uuid not null,
      tenant_id text not null, owner_id text not null, site_id text not null,
      reaction text not null check (reaction in ('like', 'dislike')), comment text not null,
      updated_at timestamptz not null, primary key (chat_id, message_id))`,
    sql`create index answer_rating_of_site on answer_rating (tenant_id, site_id, updated_at desc)`,
    sql`insert into answer_rating
      select distinct on (chat_id, message_id) chat_id, message_id, tenant_id, owner_id,
        coalesce((select site_id from search
          where search.chat_id = bot_message.chat_id and search.message_id = bot_message.message_id), ''),
        reaction, coalesce(comment, ''), created_at
      from bot_message where reaction is not null order by chat_id, message_id, created_at desc`,
    sql`alter table bot_message drop column reaction, drop column comment`,
  ];
  for (const statement of statements) await statement.execute(db);
}
