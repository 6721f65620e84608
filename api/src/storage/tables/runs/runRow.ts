import type { Selectable } from 'kysely';
import type { Answer } from '#contract/runs/answerEvents.ts';
import type { TaskRunWrite } from '#api/storage/tables/tasks/taskRunWrites.ts';
import type { Db, Owner, Schema, Tx } from '#api/storage/schema.ts';

export type RunKindName = 'answer' | 'extraction' | 'embedding' | 'task' | 'template';
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

/** A run that a process has claimed. */
export interface ClaimedRun extends RunRow {
  /** How often processes have claimed it, including this time. Graceful shutdowns are not counted. */
  attempts: number;
}

/** An event of a run, as it is stored. */
export interface StoredEvent {
  seq: number;
  type: string;
}

/** What the events of a run have made so far. */
export interface RunResult {
  /** The answer of a run that writes a message. */
  answer?: { chatId: string; answer: Answer } | null | undefined;
  /** The outputs of a run of a task. */
  task?: TaskRunWrite | null | undefined;
}

/** The changes that one commit of the event log writes for one run. The result can be saved later than the events. */
export interface RunWrite extends RunResult {
  runId: string;
  events: readonly StoredEvent[];
  /** Whether these are the run's last events. */
  ended: boolean;
}

export function toRun(row: Selectable<Schema['run']>): RunRow {
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

export const toClaimedRun = (row: Selectable<Schema['run']>): ClaimedRun => ({ ...toRun(row), attempts: row.attempts });

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
