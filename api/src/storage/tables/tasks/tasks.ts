import { sql } from 'kysely';
import type { TaskChange } from '#contract/tasks/tasks.ts';
import { toStorable } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';
import { saveTask, type SaveResult } from './saveTask.ts';
import { canShareTask, insertTaskCopy, openTaskCopy, type CopyRefusal, type TaskCopy } from './copyTask.ts';
import { toStep, toTask, type StepRow, type TaskRow, type TaskSummary } from './taskRow.ts';

export type { CopyRefusal } from './copyTask.ts';
export type { SaveResult } from './saveTask.ts';
export type { StepRow, StoredStepContent, TaskRow, TaskSummary } from './taskRow.ts';

export function tasksTable(db: Db, quota: Quota) {
  const present = () => db.selectFrom('task').selectAll().where('deleted_at', 'is', null);

  return {
    save: (owner: Owner, change: TaskChange, now: Date): Promise<SaveResult> => saveTask(db, owner, change, quota, now),

    /** Finds a task that is not deleted. */
    async find(id: string): Promise<TaskRow | undefined> {
      const row = await present().where('id', '=', id).executeTakeFirst();
      return row && toTask(row);
    },

    /** The tasks of a person, most recently changed first. */
    async list(owner: Owner, limit: number): Promise<TaskSummary[]> {
      const rows = await present()
        .clearSelect()
        .select(['id', 'title', 'type', 'workspace_id', 'template_id', 'shared_by', 'updated_at'])
        .select(sql<number>`jsonb_array_length(step_order)`.as('step_count'))
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        owner,
        title: row.title,
        type: row.type,
        workspaceId: row.workspace_id,
        templateId: row.template_id,
        sharedBy: row.shared_by,
        updatedAt: row.updated_at,
        stepCount: row.step_count,
      }));
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

    /** The steps of a task in order. */
    async listSteps({ id, stepOrder }: Pick<TaskRow, 'id' | 'stepOrder'>): Promise<StepRow[]> {
      const rows = await db.selectFrom('task_step').selectAll().where('task_id', '=', id).execute();
      const byId = new Map(rows.map((row) => [row.id, toStep(row)]));
      return stepOrder.flatMap((stepId) => byId.get(stepId) ?? []);
    },

    /** Inserts a copy with the copies of its files, or returns why not. */
    insertCopy: (copy: TaskCopy): Promise<TaskRow | CopyRefusal> => insertTaskCopy(db, copy, quota),

    /** Why a task can't be shared with these people; null if it can. */
    canShare: (task: TaskRow, sharer: Owner, receivers: readonly string[]): Promise<CopyRefusal | null> =>
      canShareTask(db, { task, sharer, receivers }, quota),

    /** Counts an unopened copy toward its owner from now on; false if the owner has no room for it. */
    openCopy: (task: TaskRow): Promise<boolean> => openTaskCopy(db, task, quota),

    /** Replaces a default title. A title that a person chose stays. */
    async replaceTitle(id: string, title: string, from: readonly string[]): Promise<void> {
      await db
        .updateTable('task')
        .set({ title: toStorable(title) })
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
        .set({ super_prompt: toStorable(superPrompt), super_prompt_source: toStorable(source) })
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
