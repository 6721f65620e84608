import { type Kysely, sql } from 'kysely';

/** Drafts that AVA created in people's mailboxes, by the key of the call, so that a second call creates no second one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table email_draft (
    tenant_id text not null, owner_id text not null, key uuid not null,
    reply jsonb, created_at timestamptz not null,
    primary key (tenant_id, owner_id, key))`.execute(db);
  await sql`create index email_draft_created on email_draft (created_at)`.execute(db);
}
