import { type Kysely, sql } from 'kysely';

/** People, chats and their messages, files, runs. Names are sorted in Node, so the collation does not matter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table person (
      tenant_id text not null, id text not null, name text not null, email text not null,
      first_seen_at timestamptz not null, last_seen_at timestamptz not null,
      primary key (tenant_id, id))`,
    sql`create table settings (
      tenant_id text not null, owner_id text not null, settings jsonb not null,
      primary key (tenant_id, owner_id))`,
    sql`create table workspace (
      tenant_id text not null, owner_id text not null, id uuid not null, content jsonb not null,
      updated_at timestamptz not null, primary key (tenant_id, owner_id, id))`,
    sql`create table file_viewer (
      tenant_id text not null, owner_id text not null, id uuid not null, document_url text not null,
      updated_at timestamptz not null, primary key (tenant_id, owner_id, id))`,
    sql`create table chat (
      id uuid primary key, tenant_id text not null, owner_id text not null,
      type text not null check (type in ('chat', 'search')), title text not null,
      workspace_id uuid, file_viewer_id uuid, corpus text, settings jsonb, shared_by text,
      created_at timestamptz not null, updated_at timestamptz not null)`,
    sql`create index chat_of_owner on chat (tenant_id, owner_id, updated_at desc, id)`,
    sql`create table message (
      chat_id uuid not null references chat (id) on delete cascade, id uuid not null,
      position bigint generated always as identity,
      source text not null check (source in ('User', 'AVA')), content text not null, state jsonb not null,
      run_id uuid, seq integer not null default 0, links jsonb not null default '[]',
      follow_ups jsonb not null default '[]', files jsonb not null default '[]', reply_to uuid, metadata jsonb,
      fingerprint text, created_at timestamptz not null, primary key (chat_id, id))`,
    sql`create index message_in_order on message (chat_id, position)`,
    sql`create index message_by_id on message (id)`,
    sql`create table file (
      id uuid primary key, tenant_id text not null, owner_id text not null, name text not null, type text not null,
      size bigint not null, sha256 text not null, created_at timestamptz not null)`,
    sql`create index file_by_bytes on file (sha256)`,
    sql`create table file_text (
      file_id uuid primary key references file (id) on delete cascade, extraction jsonb not null,
      tokens integer not null)`,
    sql`create table process (
      id uuid primary key, host text not null, pid integer not null, beat_at timestamptz not null)`,
    sql`create table run (
      id uuid primary key, kind text not null, tenant_id text not null, owner_id text not null,
      subject_id uuid not null, message_id uuid, session_id uuid not null, process_id uuid,
      state text not null check (state in ('waiting', 'running', 'ended')), cancel_at timestamptz,
      created_at timestamptz not null, ended_at timestamptz)`,
    sql`create index run_unended on run (process_id) where state <> 'ended'`,
    sql`create index run_of_owner on run (tenant_id, owner_id) where state <> 'ended'`,
    sql`create index run_of_subject on run (subject_id, session_id)`,
    sql`create index run_ended on run (ended_at) where state = 'ended'`,
    sql`create table run_event (
      run_id uuid not null references run (id) on delete cascade, seq integer not null, data jsonb not null,
      primary key (run_id, seq))`,
  ];
  for (const statement of statements) await statement.execute(db);
}
