import { type Kysely, sql } from 'kysely';

/** The prompt library. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table prompt (
    id uuid primary key, tenant_id text not null, owner_id text not null, owner_name text not null,
    owner_email text not null, title text not null, title_key text not null, text text not null,
    labels jsonb not null, is_private boolean not null, teams jsonb not null, version integer not null,
    bytes integer not null generated always as (octet_length(text)) stored,
    created_at timestamptz not null, modified_at timestamptz not null, deleted_at timestamptz)`.execute(db);
  await sql`create index prompt_of_owner on prompt (tenant_id, owner_id)`.execute(db);
  await sql`create index prompt_shared on prompt (tenant_id, modified_at desc)
    where not is_private and deleted_at is null`.execute(db);
  await sql`create index prompt_deleted on prompt (deleted_at) where deleted_at is not null`.execute(db);
}
