import { type Kysely, sql } from 'kysely';

/** Retention times that ORGANIZATION_FILE had, so that a shorter one applies only after a day, also after a restart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table file_retention (
    days integer primary key, since timestamptz not null, replaced_at timestamptz)`.execute(db);
}
