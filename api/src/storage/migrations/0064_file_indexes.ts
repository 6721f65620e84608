import { type Kysely, sql } from 'kysely';

/** A search index can be that of one file that a person added to a chat. It is deleted with the file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table search_index alter column site_id drop not null`,
    sql`alter table search_index add column file_id uuid unique references file (id) on delete cascade`,
    sql`alter table search_index add check (num_nonnulls(site_id, file_id) = 1)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
