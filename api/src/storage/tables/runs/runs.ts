import { sql } from 'kysely';
import type { Db, Owner } from '../../schema.ts';
import { claimNextRun, type ClaimOptions } from './claimNextRun.ts';
import { commitEvents } from './commitEvents.ts';
import { ago, now } from './processes.ts';
import { countUnendedRuns } from './runAllowance.ts';

import {
  insertRun,
  toClaimedRun,
  toRun,
  type ClaimedRun,
  type RunRow,
  type RunWrite,
  type StoredEvent,
} from './runRow.ts';

export type { ClaimedRun, RunKindName, RunRow, RunState, RunWrite, StoredEvent } from './runRow.ts';

export function runsTable(db: Db) {
  const unended = () => db.selectFrom('run').selectAll().where('state', '<>', 'ended');

  return {
    insert: (run: RunRow, createdAt: Date): Promise<void> => insertRun(db, run, createdAt),

    async find(id: string): Promise<RunRow | undefined> {
      const row = await db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toRun(row);
    },

    /** The unended run that a client knows by its session id, or by the run's own id after a reload. */
    async findUnended(subjectId: string, sessionId: string): Promise<RunRow | undefined> {
      const row = await unended()
        .where('subject_id', '=', subjectId)
        .where((where) => where.or([where('session_id', '=', sessionId), where('id', '=', sessionId)]))
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

    /** Stores events and what they have made (`commitEvents`). */
    commit: (processId: string, writes: readonly RunWrite[]): Promise<string[]> => commitEvents(db, processId, writes),

    /** Takes the waiting run whose turn it is (`claimNext`). */
    async claimNext(turn: ClaimOptions): Promise<RunRow | undefined> {
      const row = await claimNextRun(db, turn);
      return row && toRun(row);
    },

    /** A process that closes in order leaves its run to another; that is no fault of the run. */
    async forgiveAttempt(id: string, processId: string): Promise<void> {
      await db
        .updateTable('run')
        .set({ attempts: sql`attempts - 1` })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('process_id', '=', processId)
        .execute();
    },

    /** Puts the run of a dead process back; false when another sweeper was first. */
    async release(run: RunRow): Promise<boolean> {
      const row = await db
        .updateTable('run')
        .set({ state: 'waiting', process_id: null })
        .where('id', '=', run.id)
        .where('state', '=', 'running')
        .where('process_id', '=', run.processId)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Moves the run of a dead process to the one that will end it; false when another sweeper was first. */
    async takeOver(run: RunRow, processId: string): Promise<boolean> {
      const row = await db
        .updateTable('run')
        .set({ process_id: processId })
        .where('id', '=', run.id)
        .where('state', '=', 'running')
        .where('process_id', '=', run.processId)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async requestCancel(id: string): Promise<void> {
      await db.updateTable('run').set({ cancel_at: now }).where('id', '=', id).where('state', '<>', 'ended').execute();
    },

    /** Runs of a process that somebody wants stopped. */
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

    /** Runs that a process has taken and not ended. */
    async listHeldBy(processId: string): Promise<ClaimedRun[]> {
      return (await unended().where('process_id', '=', processId).execute()).map(toClaimedRun);
    },

    /** Running runs whose process has not been heard of for `silentMs`, or is gone. */
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

    /** Runs that have waited for `ms` and longer: their place in the queue may have been lost with a process. */
    async listWaiting(ms: number): Promise<RunRow[]> {
      return (await unended().where('state', '=', 'waiting').where('created_at', '<', ago(ms)).execute()).map(toRun);
    },

    /** Forgets the events of runs that ended more than `ms` ago. */
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
