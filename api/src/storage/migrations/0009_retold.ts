import { type Kysely, sql } from 'kysely';

/** For an answer: the files behind the earlier answers that its model read; null if they were not saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search add column retold jsonb`.execute(db);
}
