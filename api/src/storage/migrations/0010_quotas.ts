import { type Kysely, sql } from 'kysely';

/**
 * Counts what people store. A chat's size is updated when a message is accepted. Copies of a shared chat count toward
 * the person who shared it (`sharer_id`), not the recipient.
 *
 * The functions first lock the person as `may_begin` does, so that parallel requests are counted one after the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table message add column bytes integer not null generated always as (octet_length(content)
      + octet_length(links::text) + octet_length(follow_ups::text) + octet_length(files::text)) stored`,
    // The index contains the size, so that pages of a chat and its total size are computed without reading messages.
    sql`drop index message_in_order`,
    sql`create index message_in_order on message (chat_id, position) include (bytes)`,
    sql`create index message_with_files on message (chat_id, position) where files <> '[]'`,

    sql`alter table chat add column bytes bigint not null default 0, add column copied_bytes bigint not null default 0,
      add column sharer_id text`,
    sql`update chat set bytes = size.bytes, copied_bytes = case when shared_by is null then 0 else size.bytes end
      from (select chat_id, sum(bytes) as bytes from message group by chat_id) as size where size.chat_id = chat.id`,
    sql`create index chat_size on chat (tenant_id, owner_id) include (bytes, copied_bytes, sharer_id)`,
    sql`create index chat_of_sharer on chat (tenant_id, sharer_id) include (copied_bytes) where sharer_id is not null`,

    sql`create function stored_by(tenant text, person text, out chats bigint, out bytes bigint) language sql stable as $$
        select own.chats + copies.chats, own.bytes + copies.bytes
        from (select count(*) filter (where c.sharer_id is null) as chats,
            coalesce(sum(c.bytes - c.copied_bytes), 0)::bigint as bytes
          from chat c where c.tenant_id = tenant and c.owner_id = person) as own,
          (select count(*) as chats, coalesce(sum(c.copied_bytes), 0)::bigint as bytes
          from chat c where c.tenant_id = tenant and c.sharer_id = person) as copies;
      $$`,
    sql`create function may_keep(tenant text, person text, more_chats float8, more_bytes float8, most_chats float8,
        most_bytes float8) returns boolean language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || person, 0));
        select stored.chats + more_chats <= most_chats and stored.bytes + more_bytes <= most_bytes
        from stored_by(tenant, person) as stored;
      $$`,
    sql`create function may_store(in_chat uuid, tenant text, person text, more_messages float8, more_bytes float8,
        most_messages float8, most_chat_bytes float8, most_bytes float8) returns text language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || person, 0));
        select case
          when there.messages + more_messages > most_messages or there.bytes + more_bytes > most_chat_bytes
            then 'chat_full'
          when stored.bytes + more_bytes > most_bytes then 'storage_full'
          else 'yes' end
        from (select count(*) as messages, coalesce(sum(m.bytes), 0) as bytes from message m where m.chat_id = in_chat)
          as there, stored_by(tenant, person) as stored;
      $$`,

    sql`alter table workspace add column bytes integer not null
      generated always as (octet_length(content::text)) stored`,
    sql`create function workspace_bytes(tenant text, person text, except_id uuid) returns bigint language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || person, 0));
        select coalesce(sum(w.bytes), 0)::bigint from workspace w
        where w.tenant_id = tenant and w.owner_id = person and w.id <> except_id;
      $$`,
  ];
  for (const statement of statements) await statement.execute(db);
}
