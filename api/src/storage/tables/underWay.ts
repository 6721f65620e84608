import { sql } from 'kysely';
import type { Db, Owner, Tx } from '../schema.ts';

/** How many runs of a person have not ended; files on their way into a corpus, often hundreds, are not among them. */
export async function countUnended(db: Db | Tx, owner: Owner): Promise<number> {
  const row = await db
    .selectFrom('run')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '<>', 'ended')
    .where('kind', '<>', 'embedding')
    .where('tenant_id', '=', owner.tenantId)
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Whether a person has `atMost` runs under way already. Until the transaction ends, nobody else begins one for them:
 * what sixteen tabs send in one moment is counted one after the other.
 */
export async function isBusy(tx: Tx, owner: Owner, atMost: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${owner.tenantId}/${owner.id}`}, 0))`.execute(tx);
  return (await countUnended(tx, owner)) >= atMost;
}
