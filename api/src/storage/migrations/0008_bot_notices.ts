import { type Kysely, sql } from 'kysely';

/** People who get notices in Teams about finished work: the conversation, and up to when they were notified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table bot_notice (
    tenant_id text not null, owner_id text not null, reference text not null, told_at timestamptz not null,
    primary key (tenant_id, owner_id))`.execute(db);
}
