import { sql } from 'kysely';
import type { Db, Owner } from '../../schema.ts';

/** How many runs of a person have not ended; files on their way into a corpus, often hundreds, are not among them. */
export async function countUnendedRuns(db: Db, owner: Owner): Promise<number> {
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

/** What a person may have under way, and give to models from a moment on. */
export interface RunAllowance {
  runs: number;
  tokens: number;
  since: Date;
}

export const unlimitedRuns: RunAllowance = { runs: Infinity, tokens: Infinity, since: new Date(0) };

/**
 * Whether a person may begin one more answer (`check_run_allowance`). Until the transaction ends, nobody else begins one for them:
 * what sixteen tabs send in one moment is counted one after the other.
 */
export const checkRunAllowance = ({ tenantId, id }: Owner, { runs, tokens, since }: RunAllowance) =>
  sql<
    'yes' | 'busy' | 'spent'
  >`check_run_allowance(${tenantId}, ${id}, ${runs}::float8, ${tokens}::float8, ${since}::timestamptz)`;
