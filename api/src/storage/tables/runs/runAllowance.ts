import { sql, type RawBuilder } from 'kysely';
import type { Budgets } from '#contract/admin/organizationSettings.ts';
import { toJson } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';

/** Counts a person's runs that have not ended. Embeddings are not counted: there can be hundreds of them. */
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

/** Limits for one person. */
export interface RunAllowance {
  /** Maximum number of runs in progress. */
  runs: number;
  /** A person who has sent this many tokens to models since `since` cannot start another run. */
  tokens: number;
  since: Date;
  /** Budgets in tokens of the organization, and the day (UTC) for which they are checked. */
  budgets: Budgets | null;
  today: string;
}

/** Whether a person can start a run; otherwise the limit or budget that is reached. */
export type Allowed = 'yes' | Denial;
export type Denial = 'busy' | 'spent' | 'person_day' | 'person_month' | 'department_day' | 'department_month';

export const unlimitedRuns: RunAllowance = {
  runs: Infinity,
  tokens: Infinity,
  since: new Date(0),
  budgets: null,
  today: '',
};

/**
 * SQL that tells whether a person can start another answer (`check_run_allowance`, created as `may_begin` by migration
 * 0006). It locks the person until the transaction ends, so that parallel requests are counted one after the other. The
 * budgets are checked after that, by `check_budget`.
 */
export function checkRunAllowance(
  { tenantId, id }: Owner,
  { runs, tokens, since, budgets, today }: RunAllowance,
): RawBuilder<Allowed> {
  const allowed = sql<Allowed>`check_run_allowance(${tenantId}, ${id}, ${runs}::float8, ${tokens}::float8,
    ${since}::timestamptz)`;
  if (!budgets) return allowed;
  return sql`coalesce(nullif(${allowed}, 'yes'), check_budget(${tenantId}, ${id}, ${toJson(budgets)}::jsonb, ${today}))`;
}
