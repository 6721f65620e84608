import { type Kysely, sql } from 'kysely';

/** Finds the messages of a file, so that files without a message can be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_files on message using gin (files jsonb_path_ops) where files <> '[]'`.execute(db);
}
