import { type Kysely, sql } from 'kysely';

/** Files of which an answer tells because the model read earlier answers that were made from them; null: not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search add column retold jsonb`.execute(db);
}
