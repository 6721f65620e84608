import { sql, type Selectable } from 'kysely';
import type { Db, Schema } from '#api/storage/schema.ts';
import type { RunKindName } from './runRow.ts';

export interface ClaimOptions {
  kind: RunKindName;
  processId: string;
  /** Maximum number of runs of this kind that this process works on for one person at a time. */
  perPerson: number;
  /** People whose runs were claimed recently, as `tenant/person`, the most recent one last. */
  servedPeople: readonly string[];
}

/**
 * Claims the oldest waiting run of the person with the fewest running runs; among equals, of the person served longest ago.
 * Skips a run whose file's bytes are not fetched yet. Returns undefined if no run can be claimed.
 * `runs/recoverRuns.ts` makes the runs of a dead process waiting again.
 */
export async function claimNextRun(
  db: Db,
  { kind, processId, perPerson, servedPeople }: ClaimOptions,
): Promise<Selectable<Schema['run']> | undefined> {
  const { rows } = await sql<Selectable<Schema['run']>>`
    with busy as (
      select tenant_id, owner_id, count(*) as runs, count(*) filter (where process_id = ${processId}) as here
      from run where state = 'running' and kind = ${kind} group by tenant_id, owner_id
    )
    update run set state = 'running', process_id = ${processId}, attempts = run.attempts + 1
    where state = 'waiting' and id = (
      select waiting.id from run waiting left join busy using (tenant_id, owner_id)
      where waiting.kind = ${kind} and waiting.state = 'waiting' and coalesce(busy.here, 0) < ${perPerson}::int
        and not exists (
          select 1 from corpus_file file
          where file.run_id = waiting.id and file.sha256 is null and file.state <> 'failed'
        )
      order by coalesce(busy.runs, 0),
        coalesce(array_position(${[...servedPeople]}::text[], waiting.tenant_id || '/' || waiting.owner_id), 0),
        waiting.created_at
      limit 1 for update of waiting skip locked
    )
    returning run.*`.execute(db);
  return rows[0];
}
