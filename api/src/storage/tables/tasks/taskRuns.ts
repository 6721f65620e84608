import { sql } from 'kysely';
import { AvaError } from '#contract/errors.ts';
import { toJson } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';
import { databaseNow } from '#api/storage/tables/databaseTime.ts';
import { acceptTaskRun, type AcceptedTaskRun, type NewTaskRun } from './acceptTaskRun.ts';
import type { RunAllowance } from '#api/storage/tables/runs/runAllowance.ts';
import type { Origin } from '#api/storage/tables/search/searches.ts';
import { findTaskRefusal, nothingMore } from './taskQuota.ts';
import { toOutput, toRunSummary, toTaskRun, type OutputRow, type RunSummary, type TaskRunRow } from './taskRunRow.ts';

export type { AcceptedTaskRun, NewTaskRun } from './acceptTaskRun.ts';
export type { OutputDetails, OutputRow, RunSummary, TaskRunOptions, TaskRunRow } from './taskRunRow.ts';

/** Runs that the history of a task shows. Older ones are deleted, except those that wrote an output that is shown. */
const MAX_TASK_RUNS = 50;

export function taskRunsTable(db: Db, quota: Quota) {
  return {
    accept: (run: NewTaskRun, allowance: RunAllowance): Promise<AcceptedTaskRun> =>
      acceptTaskRun(db, run, allowance, quota),

    async find(id: string): Promise<TaskRunRow | undefined> {
      const row = await db.selectFrom('task_run').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toTaskRun(row);
    },

    /** The runs of a task, newest first. */
    async list(taskId: string): Promise<TaskRunRow[]> {
      const rows = await db
        .selectFrom('task_run')
        .selectAll()
        .where('task_id', '=', taskId)
        .orderBy('started_at', 'desc')
        .limit(MAX_TASK_RUNS)
        .execute();
      return rows.map(toTaskRun);
    },

    /** The latest run of each task, without its steps. */
    async findLatest(taskIds: readonly string[]): Promise<Map<string, RunSummary>> {
      if (taskIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('task_run')
        .select(['id', 'task_id', 'mode', 'state', 'started_at', 'ended_at'])
        .distinctOn('task_id')
        .where('task_id', 'in', [...taskIds])
        .orderBy('task_id')
        .orderBy('started_at', 'desc')
        .execute();
      return new Map(rows.map((row) => [row.task_id, toRunSummary(row)]));
    },

    /** The latest output of each step of a task. */
    async listOutputs(taskId: string): Promise<Map<string, OutputRow>> {
      const rows = await db
        .selectFrom('task_output')
        .selectAll()
        .distinctOn('step_id')
        .where('task_id', '=', taskId)
        .orderBy('step_id')
        .orderBy('started_at', 'desc')
        .execute();
      return new Map(rows.map((row) => [row.step_id, toOutput(row)]));
    },

    async listOutputsOfRun(runId: string): Promise<OutputRow[]> {
      const rows = await db
        .selectFrom('task_output')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('started_at')
        .execute();
      return rows.map(toOutput);
    },

    /**
     * Saves what an output will be made from, before the step begins. After the death of a process the same run begins the
     * step again, so the row is replaced.
     * @param owner the person whose quota is checked; null for the output of a step that failed, which is the last of its run
     * @throws AvaError task_storage_full
     */
    async beginOutput(
      taskId: string,
      { stepId, output, details, origins }: OutputRow,
      owner: Owner | null,
      now: Date,
    ): Promise<void> {
      const fresh = {
        state: toJson(output.state),
        content: '',
        links: '[]',
        plan: null,
        inputs: toJson(output.inputs),
        details: toJson(details),
        origins: toJson(origins),
        started_at: now,
        ended_at: null,
      };
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('task_output')
          .values({ run_id: output.run_id, step_id: stepId, task_id: taskId, ...fresh })
          .onConflict((conflict) => conflict.columns(['run_id', 'step_id']).doUpdateSet(fresh))
          .returning('bytes')
          .executeTakeFirstOrThrow();
        await sql`update task set output_bytes = output_bytes + ${row.bytes} where id = ${taskId}`.execute(tx);
        if (owner && (await findTaskRefusal(tx, owner, nothingMore, { ...quota, tasks: Infinity })) !== null)
          throw new AvaError('task_storage_full');
      });
    },

    /** Saves what an output is based on, before a model reads it. */
    async saveOrigins(runId: string, stepId: string, origins: readonly Origin[]): Promise<void> {
      await db
        .updateTable('task_output')
        .set({ origins: toJson(origins) })
        .where('run_id', '=', runId)
        .where('step_id', '=', stepId)
        .execute();
    },

    /** Saves that a client showed how a run ended. */
    async markSeen(id: string): Promise<void> {
      await db.updateTable('task_run').set({ seen_at: databaseNow }).where('id', '=', id).execute();
    },

    /** Deletes the oldest runs of a task beyond the limit, except those whose outputs are shown. */
    async prune(taskId: string): Promise<void> {
      await sql`with shown as (
          select distinct on (step_id) run_id from task_output where task_id = ${taskId}
          order by step_id, started_at desc),
        old as (select id from task_run where task_id = ${taskId} order by started_at desc offset ${MAX_TASK_RUNS}),
        outputs as (delete from task_output o using old where o.run_id = old.id and o.run_id not in (select run_id from shown))
        delete from task_run using old where task_run.id = old.id and old.id not in (select run_id from shown)`.execute(
        db,
      );
    },
  };
}
