import { type Kysely, sql } from 'kysely';

/** Runs of tasks that ended up to this time are not reported again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bot_notice add column tasks_notified_at timestamptz not null default now()`.execute(db);
}
