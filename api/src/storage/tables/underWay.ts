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
export async function isBusy(tx: Tx, { tenantId, id }: Owner, atMost: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select runs_under_way(${tenantId}, ${id}) as count`.execute(tx);
  return (rows[0]?.count ?? 0) >= atMost;
}
