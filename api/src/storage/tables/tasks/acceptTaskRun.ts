import { sql } from 'kysely';
import { toJson } from '#api/storage/json.ts';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';
import {
  checkRunAllowance,
  type Allowed,
  type Denial,
  type RunAllowance,
} from '#api/storage/tables/runs/runAllowance.ts';
import { findTaskRefusal, nothingMore } from './taskQuota.ts';
import { toTaskRun, type TaskRunRow } from './taskRunRow.ts';

/** A run of a task to store, before any process works on it. */
export interface NewTaskRun extends Pick<TaskRunRow, 'id' | 'taskId' | 'mode' | 'options' | 'stepIds'> {
  owner: Owner;
  /** Id that the client chose. */
  sessionId: string;
  processId: string;
  /** Estimated size of the prompts in tokens. */
  tokens: number;
  now: Date;
}

export type AcceptedTaskRun =
  | { name: 'accepted'; run: TaskRunRow }
  /** The client sent the same run before. */
  | { name: 'duplicate'; run: TaskRunRow }
  /** Another run of the task has not ended. */
  | { name: 'running' }
  /** The task was deleted. */
  | { name: 'missing' }
  /** The person has no room for more outputs. */
  | { name: 'task_storage_full' }
  | { name: Denial };

/** Stores a run of a task with its first event, unless the task is running. */
export async function acceptTaskRun(
  db: Db,
  run: NewTaskRun,
  allowance: RunAllowance,
  quota: Quota,
): Promise<AcceptedTaskRun> {
  return db.transaction().execute(async (tx) => {
    const task = await tx
      .selectFrom('task')
      .select('id')
      .where('id', '=', run.taskId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!task) return { name: 'missing' };
    const earlier = await findBySession(tx, run);
    if (earlier) return { name: 'duplicate', run: earlier };
    const running = await tx
      .selectFrom('run')
      .select('id')
      .where('subject_id', '=', run.taskId)
      .where('kind', '=', 'task')
      .where('state', '<>', 'ended')
      .executeTakeFirst();
    if (running) return { name: 'running' };
    const { rows } = await sql<{
      allowed: Allowed;
    }>`select ${checkRunAllowance(run.owner, allowance)} as allowed`.execute(tx);
    const allowed = rows[0]?.allowed ?? 'busy';
    if (allowed !== 'yes') return { name: allowed };
    // Outputs grow while they are written, so they are counted when the next run begins.
    await sql`update task set output_bytes = (select coalesce(sum(bytes), 0) from task_output where task_id = ${run.taskId})
      where id = ${run.taskId}`.execute(tx);
    if ((await findTaskRefusal(tx, run.owner, nothingMore, { ...quota, tasks: Infinity })) !== null)
      return { name: 'task_storage_full' };
    return { name: 'accepted', run: await insertRows(tx, run) };
  });
}

async function findBySession(tx: Tx, { taskId, sessionId, owner }: NewTaskRun): Promise<TaskRunRow | undefined> {
  const row = await tx
    .selectFrom('task_run')
    .innerJoin('run', 'run.id', 'task_run.id')
    .selectAll('task_run')
    .where('task_run.task_id', '=', taskId)
    .where('run.session_id', '=', sessionId)
    .where('run.tenant_id', '=', owner.tenantId)
    .where('run.owner_id', '=', owner.id)
    .executeTakeFirst();
  return row && toTaskRun(row);
}

async function insertRows(tx: Tx, run: NewTaskRun): Promise<TaskRunRow> {
  const { id, taskId, mode, options, stepIds, owner, now } = run;
  await tx
    .insertInto('run')
    .values({
      id,
      kind: 'task',
      tenant_id: owner.tenantId,
      owner_id: owner.id,
      subject_id: taskId,
      message_id: null,
      session_id: run.sessionId,
      tokens: run.tokens,
      process_id: run.processId,
      attempts: 1,
      state: 'running',
      cancel_at: null,
      created_at: now,
      ended_at: null,
    })
    .execute();
  const event = { type: 'started', seq: 1, run_id: id, task_id: taskId, mode, steps: stepIds };
  await tx
    .insertInto('run_event')
    .values({ run_id: id, seq: 1, data: toJson(event) })
    .execute();
  const row = await tx
    .insertInto('task_run')
    .values({
      id,
      task_id: taskId,
      mode,
      options: toJson(options),
      step_ids: JSON.stringify(stepIds),
      state: 'running',
      started_at: now,
      ended_at: null,
      seen_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toTaskRun(row);
}
