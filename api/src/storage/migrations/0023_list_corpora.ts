import { type Kysely, sql } from 'kysely';

/** Sets `drive_id` for corpora of lists, which had no id that leads to their items. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update site set drive_id = 'list!' || graph_id || '!' || (config->>'list_id')
    where drive_id = '' and coalesce(config->>'list_id', '') <> ''`.execute(db);
}
