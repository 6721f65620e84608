import { sql } from 'kysely';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import type { Quota } from './chatQuota.ts';

/** Why a copy was not shared. */
export type ShareRefusal = 'full' | 'too_many_copies';

/** Whether the sharer can have another unopened copy at this receiver (`check_copies`). Locks the sharer. */
export async function canAddCopy(db: Db | Tx, sharer: Owner, receiver: Owner, quota: Quota): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`select check_copies(${sharer.tenantId}, ${sharer.id}, ${receiver.id},
    ${quota.copiesPerReceiver}::float8, ${quota.copies}::float8) as allowed`.execute(db);
  return rows[0]?.allowed ?? false;
}
