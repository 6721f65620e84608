import { sql, type Selectable } from 'kysely';
import type { Db, Owner, Schema, Tx } from '../../schema.ts';
import type { Answer } from '../../../../contract/runs.ts';
import { claimNext, type Turn } from './claimNextRun.ts';
import { commitEvents } from './commitEvents.ts';
import { ago, now } from './processes.ts';
import { countUnended } from './runAllowance.ts';

export type RunKindName = 'answer' | 'extraction' | 'embedding';
export type RunState = 'waiting' | 'running' | 'ended';

export interface RunRow {
  id: string;
  kind: RunKindName;
  owner: Owner;
  subjectId: string;
  messageId: string | null;
  sessionId: string;
  processId: string | null;
  state: RunState;
}

/** A run that a process has taken. */
export interface HeldRun extends RunRow {
  /** How often one has, this time included; one that closed in order is not counted. */
  attempts: number;
}

/** Any event of a run, as it is stored. */
export interface StoredEvent {
  seq: number;
  type: string;
}

/** What one commit of the journal writes for one run. */
export interface RunWrite {
  runId: string;
  events: readonly StoredEvent[];
  /** Whether these are the run's last events. */
  ended: boolean;
  /** What the events have made of a message, saved in the same transaction; null where nothing lasting changed. */
  answer: { chatId: string; answer: Answer } | null;
}

function asRun(row: Selectable<Schema['run']>): RunRow {
  return {
    id: row.id,
    kind: row.kind as RunKindName,
    owner: { tenantId: row.tenant_id, id: row.owner_id },
    subjectId: row.subject_id,
    messageId: row.message_id,
    sessionId: row.session_id,
    processId: row.process_id,
    state: row.state as RunState,
  };
}

const asHeld = (row: Selectable<Schema['run']>): HeldRun => ({ ...asRun(row), attempts: row.attempts });

export async function insertRun(db: Db | Tx, run: RunRow, createdAt: Date): Promise<void> {
  await db
    .insertInto('run')
    .values({
      id: run.id,
      kind: run.kind,
      tenant_id: run.owner.tenantId,
      owner_id: run.owner.id,
      subject_id: run.subjectId,
      message_id: run.messageId,
      session_id: run.sessionId,
      process_id: run.processId,
      state: run.state,
      cancel_at: null,
      created_at: createdAt,
      ended_at: null,
    })
    .execute();
}

export function runsTable(db: Db) {
  const unended = () => db.selectFrom('run').selectAll().where('state', '<>', 'ended');

  return {
    insert: (run: RunRow, createdAt: Date): Promise<void> => insertRun(db, run, createdAt),

    async find(id: string): Promise<RunRow | undefined> {
      const row = await db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst();
      return row && asRun(row);
    },

    /** The unended run that a client knows by its session id, or by the run's own id after a reload. */
    async findUnended(subjectId: string, sessionId: string): Promise<RunRow | undefined> {
      const row = await unended()
        .where('subject_id', '=', subjectId)
        .where((where) => where.or([where('session_id', '=', sessionId), where('id', '=', sessionId)]))
        .executeTakeFirst();
      return row && asRun(row);
    },

    async unendedOf(subjectId: string): Promise<RunRow[]> {
      return (await unended().where('subject_id', '=', subjectId).execute()).map(asRun);
    },

    countUnended: (owner: Owner): Promise<number> => countUnended(db, owner),

    async events(id: string, from: number): Promise<StoredEvent[]> {
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
    async claimNext(turn: Turn): Promise<RunRow | undefined> {
      const row = await claimNext(db, turn);
      return row && asRun(row);
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
    async cancelled(processId: string): Promise<string[]> {
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
    async heldBy(processId: string): Promise<HeldRun[]> {
      return (await unended().where('process_id', '=', processId).execute()).map(asHeld);
    },

    /** Running runs whose process has not been heard of for `silentMs`, or is gone. */
    async orphans(silentMs: number): Promise<HeldRun[]> {
      const rows = await db
        .selectFrom('run')
        .leftJoin('process', 'process.id', 'run.process_id')
        .selectAll('run')
        .where('run.state', '=', 'running')
        .where((where) => where.or([where('process.id', 'is', null), where('process.beat_at', '<', ago(silentMs))]))
        .execute();
      return rows.map(asHeld);
    },

    /** Runs that have waited for `ms` and longer: their place in the queue may have been lost with a process. */
    async forgotten(ms: number): Promise<RunRow[]> {
      return (await unended().where('state', '=', 'waiting').where('created_at', '<', ago(ms)).execute()).map(asRun);
    },

    /** Forgets the events of runs that ended more than `ms` ago. */
    async prune(ms: number): Promise<void> {
      await db
        .deleteFrom('run_event')
        .where('run_id', 'in', (query) =>
          query.selectFrom('run').select('id').where('state', '=', 'ended').where('ended_at', '<', ago(ms)),
        )
        .execute();
    },
  };
}
