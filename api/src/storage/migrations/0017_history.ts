import { type Kysely, sql } from 'kysely';

/**
 * What people do with their list of chats: pins, folders, unread marks, deletion that can be undone, temporary chats, and
 * the search in messages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table chat add column pinned boolean not null default false, add column folder_id uuid,
      add column unread boolean not null default false, add column temporary boolean not null default false,
      add column deleted_at timestamptz`,
    // A deleted chat frees its space at once, although it can be restored for a while.
    sql`create or replace function stored_by(tenant text, person text, out chats bigint, out bytes bigint)
      language sql stable as $$
        select own.chats + copies.chats, own.bytes + copies.bytes
        from (select count(*) filter (where c.sharer_id is null) as chats,
            coalesce(sum(c.bytes - c.copied_bytes), 0)::bigint as bytes
          from chat c where c.tenant_id = tenant and c.owner_id = person and c.deleted_at is null) as own,
          (select count(*) as chats, coalesce(sum(c.copied_bytes), 0)::bigint as bytes
          from chat c where c.tenant_id = tenant and c.sharer_id = person and c.deleted_at is null) as copies;
      $$`,
    sql`drop index chat_size`,
    sql`create index chat_size on chat (tenant_id, owner_id) include (bytes, copied_bytes, sharer_id)
      where deleted_at is null`,
    sql`drop index chat_of_sharer`,
    sql`create index chat_of_sharer on chat (tenant_id, sharer_id) include (copied_bytes)
      where sharer_id is not null and deleted_at is null`,
    sql`create index chat_deleted on chat (deleted_at) where deleted_at is not null`,
    sql`create index chat_temporary on chat (updated_at) where temporary`,
    sql`create index chat_in_folder on chat (tenant_id, owner_id, folder_id) where folder_id is not null`,
    sql`create table chat_folder (
      tenant_id text not null, owner_id text not null, id uuid not null, name text not null,
      created_at timestamptz not null, primary key (tenant_id, owner_id, id))`,

    // The name of the person who asked, in copies of shared chats.
    sql`alter table message add column author text`,
    sql`update message set author = chat.shared_by from chat
      where chat.id = message.chat_id and chat.shared_by is not null and message.source = 'User'
        and message.created_at < chat.created_at`,

    // Words are saved after a message is complete, by another statement, so that accepting questions and committing events
    // take no longer. A message whose words are missing or outdated is in the partial index.
    sql`alter table message add column indexed_version text`,
    sql`create index message_unindexed on message (chat_id) where state->>'name' <> 'streaming'
      and indexed_version is distinct from coalesce(run_id::text, '') || ':' || seq::text`,
    sql`create table message_words (
      chat_id uuid not null, message_id uuid not null, tsv tsvector not null, primary key (chat_id, message_id),
      foreign key (chat_id, message_id) references message (chat_id, id) on delete cascade)`,
    sql`create index message_words_tsv on message_words using gin (tsv) with (fastupdate = on, gin_pending_list_limit = 512)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
