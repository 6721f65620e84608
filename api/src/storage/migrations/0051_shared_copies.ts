import { type Kysely, sql } from 'kysely';

/**
 * Counts what a person causes to be stored toward that person. A copy counts toward the person who shared it (`sharer_id`)
 * until its receiver opens it. Tasks, their outputs and the items of the library have one quota (`check_task_quota`).
 *
 * The functions first lock the person as `check_run_allowance` does, so that parallel requests are counted one after the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Chats whose receiver has seen them count toward the receiver from now on.
    sql`update chat set sharer_id = null, copied_bytes = 0
      where (sharer_id is not null or copied_bytes > 0) and (sharer_id is null or not unread)`,

    sql`alter table task add column sharer_id text, add column output_bytes bigint not null default 0`,
    sql`create index task_of_sharer on task (tenant_id, sharer_id) include (owner_id, bytes)
      where sharer_id is not null and deleted_at is null`,
    sql`alter table task_output add column bytes integer not null generated always as (octet_length(content)
      + octet_length(links::text) + octet_length(inputs::text) + octet_length(details::text)
      + octet_length(origins::text)) stored`,
    sql`update task set output_bytes = size.bytes
      from (select task_id, sum(bytes) as bytes from task_output group by task_id) as size where size.task_id = task.id`,

    // Titles of the steps, so that a list reads no steps.
    sql`alter table library_task add column step_titles json not null default '[]',
      add column bytes integer not null generated always as (octet_length(settings::text) + octet_length(steps::text)
        + octet_length(description) + octet_length(tags::text)) stored`,
    sql`update library_task set step_titles = (
      select coalesce(json_agg(step->'content'->>'stepTitle' order by n), '[]')
      from json_array_elements(steps) with ordinality as each (step, n))`,

    sql`create function stored_tasks(tenant text, person text, out tasks bigint, out bytes bigint)
      language sql stable as $$
        select own.tasks + sent.tasks, own.bytes + sent.bytes + library.bytes
        from (select count(*) as tasks, coalesce(sum(t.bytes + t.output_bytes), 0)::bigint as bytes from task t
            where t.tenant_id = tenant and t.owner_id = person and t.sharer_id is null and t.deleted_at is null) as own,
          (select count(*) as tasks, coalesce(sum(t.bytes + t.output_bytes), 0)::bigint as bytes from task t
            where t.tenant_id = tenant and t.sharer_id = person and t.deleted_at is null) as sent,
          (select coalesce(sum(l.bytes), 0)::bigint as bytes from library_task l
            where l.tenant_id = tenant and l.owner_id = person) as library;
      $$`,
    sql`create function check_task_quota(tenant text, person text, more_tasks float8, more_bytes float8,
        most_tasks float8, most_bytes float8) returns text language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || person, 0));
        select case
          when stored.tasks + more_tasks > most_tasks then 'too_many_tasks'
          when stored.bytes + more_bytes > most_bytes then 'task_storage_full'
          else 'yes' end
        from stored_tasks(tenant, person) as stored;
      $$`,
    sql`create function check_copies(tenant text, sharer text, receiver text, most_of_receiver float8, most float8)
      returns boolean language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || sharer, 0));
        select count(*) filter (where copy.owner_id = receiver) < most_of_receiver and count(*) < most
        from (select owner_id from chat where tenant_id = tenant and sharer_id = sharer and deleted_at is null
          union all select owner_id from task where tenant_id = tenant and sharer_id = sharer and deleted_at is null) as copy;
      $$`,
  ];
  for (const statement of statements) await statement.execute(db);
}
