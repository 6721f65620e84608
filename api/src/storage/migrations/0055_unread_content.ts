import { type Kysely, sql } from 'kysely';

/** What of a file was not read, by kind and count. It is not known of files that were indexed before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table document_version add column unread jsonb not null default '[]'`.execute(db);
}
