import { type Kysely, sql } from 'kysely';

/** Word templates of organizations are kept with the templates of presentations. Their `layouts` is 0 when they are ready. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table presentation_template add column kind text not null default 'slides'`.execute(db);
}
