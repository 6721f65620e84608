import { type Kysely, sql } from 'kysely';

/** Who is told in Teams when long work of theirs is done, in which conversation, and up to when they have been told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table bot_notice (
    tenant_id text not null, owner_id text not null, reference text not null, told_at timestamptz not null,
    primary key (tenant_id, owner_id))`.execute(db);
}
