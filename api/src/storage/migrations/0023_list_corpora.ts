import { type Kysely, sql } from 'kysely';

/** A corpus of a list had no id that leads to its items. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update site set drive_id = 'list!' || graph_id || '!' || (config->>'list_id')
    where drive_id = '' and coalesce(config->>'list_id', '') <> ''`.execute(db);
}
