import { type Kysely, sql } from 'kysely';

/** A run whose end the person has seen is not announced again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task_run add column seen_at timestamptz`.execute(db);
}
