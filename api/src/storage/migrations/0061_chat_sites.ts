import { type Kysely, sql } from 'kysely';

/** The sites of a search in all or several sites. A search in one site has it in `corpus`, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat add column sites jsonb`.execute(db);
}
