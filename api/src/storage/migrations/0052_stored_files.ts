import { type Kysely, sql } from 'kysely';

/**
 * Counts the files that a person stores: uploads, templates of presentations, and copies in tasks that nobody has opened yet,
 * and their workspaces.
 * `received_bytes` counts what arrived on a day (UTC), because stored bytes that no file refers to stay for a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table file add column sharer_id text`,
    sql`create index file_of_owner on file (tenant_id, owner_id) include (size, sharer_id)`,
    sql`create index file_of_sharer on file (tenant_id, sharer_id) include (size) where sharer_id is not null`,
    // The size of templates from before is not known to the database.
    sql`alter table presentation_template add column size bigint not null default 0`,
    sql`create table received_bytes (
      tenant_id text not null, owner_id text not null, day text not null, bytes bigint not null,
      primary key (tenant_id, owner_id, day))`,

    sql`create function stored_files(tenant text, person text, out files bigint, out bytes bigint)
      language sql stable as $$
        select own.files + sent.files + templates.files, own.bytes + sent.bytes + templates.bytes
        from (select count(*) as files, coalesce(sum(f.size), 0)::bigint as bytes from file f
            where f.tenant_id = tenant and f.owner_id = person and f.sharer_id is null) as own,
          (select count(*) as files, coalesce(sum(f.size), 0)::bigint as bytes from file f
            where f.tenant_id = tenant and f.sharer_id = person) as sent,
          (select count(*) as files, coalesce(sum(p.size), 0)::bigint as bytes from presentation_template p
            where p.tenant_id = tenant and p.owner_id = person) as templates;
      $$`,
    sql`create function check_file_quota(tenant text, person text, more_files float8, more_bytes float8,
        most_files float8, most_bytes float8) returns boolean language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || person, 0));
        select stored.files + more_files <= most_files and stored.bytes + more_bytes <= most_bytes
        from stored_files(tenant, person) as stored;
      $$`,
    sql`create function count_workspaces(tenant text, person text, except_id uuid) returns bigint language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || person, 0));
        select count(*) from workspace w where w.tenant_id = tenant and w.owner_id = person and w.id <> except_id;
      $$`,
  ];
  for (const statement of statements) await statement.execute(db);
}
