import { type Kysely, sql } from 'kysely';

/**
 * Counts a person's runs that have not ended, after locking the person against parallel starts. A function, because each
 * statement in a volatile function has a new snapshot, while a single statement keeps the one from before the lock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function runs_under_way(tenant text, owner text) returns integer language sql volatile as $$
    select pg_advisory_xact_lock(hashtextextended(tenant || '/' || owner, 0));
    select count(*)::integer from run where state <> 'ended' and tenant_id = tenant and owner_id = owner;
  $$`.execute(db);
}
