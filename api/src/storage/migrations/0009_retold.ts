import { type Kysely, sql } from 'kysely';

/** Files of the earlier answers that the model read for an answer; null where they were not saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search add column retold jsonb`.execute(db);
}
