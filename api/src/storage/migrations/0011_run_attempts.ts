import { type Kysely, sql } from 'kysely';

/** How often a run was claimed: a file that crashes its process each time is abandoned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run add column attempts integer not null default 0`.execute(db);
  await sql`create index run_waiting on run (kind, created_at) where state = 'waiting'`.execute(db);
}
