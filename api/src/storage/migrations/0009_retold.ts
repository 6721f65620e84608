import { type Kysely, sql } from 'kysely';

/**
 * Adds the column `retold` to `search`. An answer's prompt contains earlier answers; the column lists the files that those
 * are based on, null if they were not saved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search add column retold jsonb`.execute(db);
}
