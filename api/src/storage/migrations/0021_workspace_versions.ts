import { type Kysely, sql } from 'kysely';

/** Counts the saves of workspaces and open documents, so that a save that is based on an old version is refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table workspace add column version integer not null default 1`,
    sql`alter table file_viewer add column version integer not null default 1`,
  ];
  for (const statement of statements) await statement.execute(db);
}
