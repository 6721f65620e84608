import { type Kysely, sql } from 'kysely';

/**
 * Counts a person's runs that have not ended, once nobody else is about to begin one for them. A function, because a
 * statement sees the store as it was before it had to wait, and each statement inside a function sees it anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function runs_under_way(tenant text, owner text) returns integer language sql volatile as $$
    select pg_advisory_xact_lock(hashtextextended(tenant || '/' || owner, 0));
    select count(*)::integer from run where state <> 'ended' and tenant_id = tenant and owner_id = owner;
  $$`.execute(db);
}
