import { type Kysely, sql } from 'kysely';

/**
 * Tells whether a person can start another answer: 'yes', 'busy' (too many runs in progress) or 'spent' (too many tokens
 * since a point in time), after locking the person against parallel starts. Embedding runs, often hundreds, are not
 * counted. A function, because each statement in a volatile function has a new snapshot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table run add column tokens integer not null default 0`,
    sql`create index run_of_owner_by_time on run (tenant_id, owner_id, created_at)`,
    sql`drop function runs_under_way(text, text)`,
    sql`create function may_begin(tenant text, owner text, most_runs float8, most_tokens float8, since timestamptz)
      returns text language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || owner, 0));
        select case
          when (select count(*) from run where tenant_id = tenant and owner_id = owner and state <> 'ended'
            and kind <> 'embedding') >= most_runs then 'busy'
          when (select coalesce(sum(tokens), 0) from run where tenant_id = tenant and owner_id = owner
            and created_at > since) >= most_tokens then 'spent'
          else 'yes' end;
      $$`,
  ];
  for (const statement of statements) await statement.execute(db);
}
