import { sql, type Selectable } from 'kysely';
import type { Db, Schema } from '../../schema.ts';
import type { RunKindName } from './runRow.ts';

/** Which run a process can take now. */
export interface ClaimOptions {
  kind: RunKindName;
  processId: string;
  /** How many runs of this kind one person may have under way in this process. */
  perPerson: number;
  /** `tenant/person` of those who were served before, the latest last. */
  servedPeople: readonly string[];
}

/**
 * Takes the waiting run whose turn it is: of the person with the fewest under way, then of who was served longest ago,
 * then the oldest. A file whose bytes are not here yet has no turn. Undefined where there is none to take.
 */
export async function claimNextRun(db: Db, turn: ClaimOptions): Promise<Selectable<Schema['run']> | undefined> {
  const { kind, processId, perPerson, servedPeople: served } = turn;
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
        coalesce(array_position(${[...served]}::text[], waiting.tenant_id || '/' || waiting.owner_id), 0),
        waiting.created_at
      limit 1 for update of waiting skip locked
    )
    returning run.*`.execute(db);
  return rows[0];
}
