import { type Kysely, sql } from 'kysely';

/** Adds the files on which the earlier answers in an answer's prompt are based; null if they were not saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search add column retold jsonb`.execute(db);
}
