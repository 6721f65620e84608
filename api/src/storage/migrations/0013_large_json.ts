import { type Kysely, sql } from 'kysely';

/**
 * Stores large values as uncompressed `json`. To insert a text of 4 MB as compressed `jsonb`, the embedded engine took half a
 * second, and all other statements waited; this takes a quarter of that. No statement reads fields of these values.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table file_text alter column extraction type json using extraction::json`,
    sql`alter table file_text alter column extraction set storage external`,
    sql`alter table run_event alter column data type json using data::json`,
    sql`alter table run_event alter column data set storage external`,
    sql`alter table workspace drop column bytes`,
    sql`alter table workspace alter column content type json using content::json`,
    sql`alter table workspace alter column content set storage external`,
    sql`alter table workspace add column bytes integer not null
      generated always as (octet_length(content::text)) stored`,
  ];
  for (const statement of statements) await statement.execute(db);
}
