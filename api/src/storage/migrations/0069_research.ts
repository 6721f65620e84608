import { type Kysely, sql } from 'kysely';

/** Plans of research. They count toward the size of an output like its citations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task_output add column plan json`.execute(db);
  await sql`alter table task_output drop column bytes`.execute(db);
  await sql`alter table task_output add column bytes integer not null generated always as (octet_length(content)
    + octet_length(links::text) + coalesce(octet_length(plan::text), 0) + octet_length(inputs::text)
    + octet_length(details::text) + octet_length(origins::text)) stored`.execute(db);
}
