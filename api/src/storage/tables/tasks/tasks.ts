import { sql } from 'kysely';
import type { TaskChange } from '../../../../contract/tasks/tasks.ts';
import { cleanText } from '../../json.ts';
import type { Db, Owner } from '../../schema.ts';
import { saveTask, type SaveResult } from './saveTask.ts';
import { toStep, toTask, type StepRow, type TaskRow } from './taskRow.ts';
import { insertTask, upsertSteps } from './writeTask.ts';

export type { SaveResult } from './saveTask.ts';
export type { StepRow, StoredStepContent, TaskRow } from './taskRow.ts';

export function tasksTable(db: Db) {
  const present = () => db.selectFrom('task').selectAll().where('deleted_at', 'is', null);

  return {
    save: (owner: Owner, change: TaskChange, now: Date): Promise<SaveResult> => saveTask(db, owner, change, now),

    /** Finds a task that is not deleted. */
    async find(id: string): Promise<TaskRow | undefined> {
      const row = await present().where('id', '=', id).executeTakeFirst();
      return row && toTask(row);
    },

    /** The tasks of a person, most recently changed first. */
    async list(owner: Owner, limit: number): Promise<TaskRow[]> {
      const rows = await present()
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toTask);
    },

    async listTitles(owner: Owner): Promise<string[]> {
      const rows = await present()
        .clearSelect()
        .select('title')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .execute();
      return rows.map(({ title }) => title);
    },

    async count(owner: Owner): Promise<number> {
      const row = await db
        .selectFrom('task')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** The steps of a task in order. */
    async listSteps({ id, stepOrder }: Pick<TaskRow, 'id' | 'stepOrder'>): Promise<StepRow[]> {
      const rows = await db.selectFrom('task_step').selectAll().where('task_id', '=', id).execute();
      const byId = new Map(rows.map((row) => [row.id, toStep(row)]));
      return stepOrder.flatMap((stepId) => byId.get(stepId) ?? []);
    },

    /** Inserts a whole task; false if its id is taken. */
    insert: (task: TaskRow, steps: readonly StepRow[]): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        const existing = await tx.selectFrom('task').select('id').where('id', '=', task.id).executeTakeFirst();
        if (existing) return false;
        await insertTask(tx, task);
        await upsertSteps(tx, task.id, steps);
        await sql`update task set bytes = (select coalesce(sum(bytes), 0)::int from task_step where task_id = ${task.id})
          where id = ${task.id}`.execute(tx);
        return true;
      }),

    /** Replaces a default title. A title that a person chose stays. */
    async replaceTitle(id: string, title: string, from: readonly string[]): Promise<void> {
      await db
        .updateTable('task')
        .set({ title: cleanText(title) })
        .where('id', '=', id)
        .where('title', 'in', [...from])
        .execute();
    },

    async setTemplate(id: string, templateId: string): Promise<void> {
      await db.updateTable('task').set({ template_id: templateId }).where('id', '=', id).execute();
    },

    async saveSuperPrompt(taskId: string, stepId: string, superPrompt: string, source: string): Promise<void> {
      await db
        .updateTable('task_step')
        .set({ super_prompt: cleanText(superPrompt), super_prompt_source: cleanText(source) })
        .where('task_id', '=', taskId)
        .where('id', '=', stepId)
        .execute();
    },

    async delete(id: string, now: Date): Promise<void> {
      await db.updateTable('task').set({ deleted_at: now }).where('id', '=', id).execute();
    },

    /** Removes tasks that were deleted before a time, with their runs and outputs. Returns how many. */
    async removeDeleted(before: Date, limit: number): Promise<number> {
      const { rows } = await sql<{ id: string }>`with old as (
          select id from task where deleted_at < ${before}
            and not exists (select from run where subject_id = task.id and run.state <> 'ended') limit ${limit}),
        outputs as (delete from task_output using old where task_id = old.id),
        runs as (delete from task_run using old where task_id = old.id)
        delete from task using old where task.id = old.id returning task.id`.execute(db);
      return rows.length;
    },
  };
}
