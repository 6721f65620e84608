import { type Kysely, sql } from 'kysely';

/**
 * Says whether a person may begin one more answer: 'yes', 'busy' (too many under way) or 'spent' (too many tokens given to
 * models since a moment), once nobody else is about to begin one for them. Files on their way into a corpus, often hundreds,
 * count for neither. A function, because a statement sees the store as it was before it had to wait, and each statement
 * inside a function sees it anew.
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
