import { sql } from 'kysely';
import type { Db, Owner } from '#api/storage/schema.ts';
import { claimNextRun, type ClaimOptions } from './claimNextRun.ts';
import { commitEvents } from './commitEvents.ts';
import { ago, databaseNow } from '#api/storage/tables/databaseTime.ts';
import { checkRunAllowance, countUnendedRuns, type Allowed, type RunAllowance } from './runAllowance.ts';
import {
  insertRun,
  toClaimedRun,
  toRun,
  type ClaimedRun,
  type RunRow,
  type RunWrite,
  type StoredEvent,
} from './runRow.ts';

export type { ClaimedRun, RunKindName, RunResult, RunRow, RunState, RunWrite, StoredEvent } from './runRow.ts';

export function runsTable(db: Db) {
  const unended = () => db.selectFrom('run').selectAll().where('state', '<>', 'ended');

  return {
    insert: (run: RunRow, createdAt: Date): Promise<void> => insertRun(db, run, createdAt),

    /** Inserts a run unless the person has too many in progress or has used up their tokens. */
    insertAllowed: (run: RunRow, allowance: RunAllowance, createdAt: Date): Promise<Allowed> =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          allowed: Allowed;
        }>`select ${checkRunAllowance(run.owner, allowance)} as allowed`.execute(tx);
        const allowed = rows[0]?.allowed ?? 'busy';
        if (allowed === 'yes') await insertRun(tx, run, createdAt);
        return allowed;
      }),

    async find(id: string): Promise<RunRow | undefined> {
      const row = await db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toRun(row);
    },

    /** Finds a run by the client's session id, or by its own id, which the client uses after a reload. */
    async findUnended(subjectId: string, sessionOrRunId: string): Promise<RunRow | undefined> {
      const row = await unended()
        .where('subject_id', '=', subjectId)
        .where((where) => where.or([where('session_id', '=', sessionOrRunId), where('id', '=', sessionOrRunId)]))
        .executeTakeFirst();
      return row && toRun(row);
    },

    async listUnended(subjectId: string): Promise<RunRow[]> {
      return (await unended().where('subject_id', '=', subjectId).execute()).map(toRun);
    },

    countUnended: (owner: Owner): Promise<number> => countUnendedRuns(db, owner),

    async listEvents(id: string, from: number): Promise<StoredEvent[]> {
      const rows = await db
        .selectFrom('run_event')
        .select('data')
        .where('run_id', '=', id)
        .where('seq', '>', from)
        .orderBy('seq')
        .execute();
      return rows.map((row) => row.data as unknown as StoredEvent);
    },

    commit: (processId: string, writes: readonly RunWrite[]): Promise<string[]> => commitEvents(db, processId, writes),

    async claimNext(options: ClaimOptions): Promise<RunRow | undefined> {
      const row = await claimNextRun(db, options);
      return row && toRun(row);
    },

    /** Does not count the attempt of a process that shuts down gracefully: the run did not cause the shutdown. */
    async forgiveAttempt(id: string, processId: string): Promise<void> {
      await db
        .updateTable('run')
        .set({ attempts: sql`attempts - 1` })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('process_id', '=', processId)
        .execute();
    },

    /** A run of several steps made progress: earlier deaths of processes no longer count. */
    async resetAttempts(id: string, processId: string): Promise<void> {
      await db
        .updateTable('run')
        .set({ attempts: 1 })
        .where('id', '=', id)
        .where('process_id', '=', processId)
        .where('attempts', '<>', 1)
        .execute();
    },

    /** Makes the run of a dead process claimable again; false if another process was first. */
    release: (run: RunRow) => changeDeadRun(db, run, { state: 'waiting', process_id: null }),

    /** Assigns the run of a dead process to the process that will end it; false if another process was first. */
    takeOver: (run: RunRow, processId: string) => changeDeadRun(db, run, { process_id: processId }),

    async requestCancel(id: string): Promise<void> {
      await db
        .updateTable('run')
        .set({ cancel_at: databaseNow })
        .where('id', '=', id)
        .where('state', '<>', 'ended')
        .execute();
    },

    /** Ids of a process's runs that were asked to cancel. */
    async listCanceled(processId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('run')
        .select('id')
        .where('process_id', '=', processId)
        .where('state', '=', 'running')
        .where('cancel_at', 'is not', null)
        .execute();
      return rows.map((row) => row.id);
    },

    /** Runs that a process has claimed and not ended. */
    async listHeldBy(processId: string): Promise<ClaimedRun[]> {
      return (await unended().where('process_id', '=', processId).execute()).map(toClaimedRun);
    },

    /** Running runs whose process is unknown or had no heartbeat for `silentMs`. */
    async listOrphaned(silentMs: number): Promise<ClaimedRun[]> {
      const rows = await db
        .selectFrom('run')
        .leftJoin('process', 'process.id', 'run.process_id')
        .selectAll('run')
        .where('run.state', '=', 'running')
        .where((where) =>
          where.or([where('process.id', 'is', null), where('process.heartbeat_at', '<', ago(silentMs))]),
        )
        .execute();
      return rows.map(toClaimedRun);
    },

    /** Waiting runs that are older than `ms`: their job can have been lost when a process died. */
    async listWaiting(ms: number): Promise<RunRow[]> {
      return (await unended().where('state', '=', 'waiting').where('created_at', '<', ago(ms)).execute()).map(toRun);
    },

    /**
     * Deletes runs that ended more than `ms` ago. Messages, files and outputs keep what they wrote; a file of a corpus names its
     * run to those who add it again, so that run stays. Returns how many were deleted.
     */
    async deleteEnded(ms: number, limit: number): Promise<number> {
      const { numAffectedRows = 0n } = await sql`delete from run where id in (
        select id from run where state = 'ended' and ended_at < ${ago(ms)} and (kind <> 'embedding'
          or not exists (select from corpus_file where id = run.subject_id and run_id = run.id))
        order by ended_at limit ${limit})`.execute(db);
      return Number(numAffectedRows);
    },

    /** Deletes the events of runs that ended more than `ms` ago. */
    async pruneEvents(ms: number): Promise<void> {
      await db
        .deleteFrom('run_event')
        .where('run_id', 'in', (query) =>
          query.selectFrom('run').select('id').where('state', '=', 'ended').where('ended_at', '<', ago(ms)),
        )
        .execute();
    },
  };
}

/** Updates a run if the dead process still owns it; false if another process took it over first. */
async function changeDeadRun(
  db: Db,
  { id, processId }: RunRow,
  change: { state?: 'waiting'; process_id: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('run')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('process_id', '=', processId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
