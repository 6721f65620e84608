import { sql, type Selectable } from 'kysely';
import type { Db, Owner, Schema, Tx } from '../schema.ts';
import type { Answer } from '../../../contract/runs.ts';
import { toJson } from '../json.ts';
import { saveAnswer } from './messages.ts';
import { ago, now } from './processes.ts';

export type RunKindName = 'answer' | 'extraction';
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

/**
 * All events of all runs in one statement; how many runs are under way does not change the number of statements. Answers
 * the runs that the process still holds: it keeps them until the transaction ends. Of others nothing is written, and what
 * is there already, from a commit whose answer was lost, stays.
 */
async function insertEvents(db: Db | Tx, processId: string, writes: readonly RunWrite[]): Promise<Set<string>> {
  const events = writes.flatMap((write) => write.events.map((event) => ({ runId: write.runId, event })));
  const runIds = writes.map((write) => write.runId);
  const ids = events.map(({ runId }) => runId);
  const seqs = events.map(({ event }) => event.seq);
  const data = events.map(({ event }) => toJson(event));
  const { rows } = await sql<{ id: string }>`
    with held as (
      select id from run where id = any(${runIds}::uuid[]) and process_id = ${processId} for share
    ), stored as (
      insert into run_event (run_id, seq, data)
      select held.id, event.seq, event.data::jsonb
      from unnest(${ids}::uuid[], ${seqs}::int[], ${data}::text[]) as event (id, seq, data) join held using (id)
      on conflict (run_id, seq) do nothing
    )
    select id from held`.execute(db);
  return new Set(rows.map((row) => row.id));
}

export function runsTable(db: Db) {
  const unended = () => db.selectFrom('run').selectAll().where('state', '<>', 'ended');

  return {
    async insert(run: RunRow, createdAt: Date): Promise<void> {
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
    },

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

    async countUnended(owner: Owner): Promise<number> {
      const row = await db
        .selectFrom('run')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('state', '<>', 'ended')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .executeTakeFirstOrThrow();
      return row.count;
    },

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

    /**
     * Commits events before anyone is shown them; with the last of a run, what it has made is saved too. Answers the ids of
     * the runs that another process has taken over meanwhile: nothing of theirs was written.
     */
    async commit(processId: string, writes: readonly RunWrite[]): Promise<string[]> {
      const lost = (held: Set<string>) => writes.map((write) => write.runId).filter((id) => !held.has(id));
      if (writes.every((write) => !write.ended && write.answer === null)) {
        return lost(await insertEvents(db, processId, writes));
      }
      return db.transaction().execute(async (tx) => {
        const held = await insertEvents(tx, processId, writes);
        const mine = writes.filter((write) => held.has(write.runId));
        for (const { answer } of mine) if (answer) await saveAnswer(tx, answer.chatId, answer.answer);
        const ended = mine.filter((write) => write.ended).map((write) => write.runId);
        if (ended.length === 0) return lost(held);
        await tx.updateTable('run').set({ state: 'ended', ended_at: now }).where('id', 'in', ended).execute();
        return lost(held);
      });
    },

    /** Takes a waiting run; false when another process was first or it has ended. */
    async claim(id: string, processId: string): Promise<boolean> {
      const row = await db
        .updateTable('run')
        .set({ state: 'running', process_id: processId })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
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
    async heldBy(processId: string): Promise<RunRow[]> {
      return (await unended().where('process_id', '=', processId).execute()).map(asRun);
    },

    /** Running runs whose process has not been heard of for `silentMs`, or is gone. */
    async orphans(silentMs: number): Promise<RunRow[]> {
      const rows = await db
        .selectFrom('run')
        .leftJoin('process', 'process.id', 'run.process_id')
        .selectAll('run')
        .where('run.state', '=', 'running')
        .where((where) => where.or([where('process.id', 'is', null), where('process.beat_at', '<', ago(silentMs))]))
        .execute();
      return rows.map(asRun);
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
