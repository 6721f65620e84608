import { toStorable, toJson } from '#api/storage/json.ts';
import type { Db, Tx } from '#api/storage/schema.ts';
import { listFileIds, type StepRow, type TaskRow } from './taskRow.ts';

export async function insertTask(tx: Tx | Db, task: Omit<TaskRow, 'bytes'>): Promise<void> {
  await tx
    .insertInto('task')
    .values({
      id: task.id,
      tenant_id: task.owner.tenantId,
      owner_id: task.owner.id,
      title: toStorable(task.title),
      type: task.type,
      workspace_id: task.workspaceId,
      template_id: task.templateId,
      settings: toJson(task.settings),
      file_ids: JSON.stringify(listFileIds(task.settings.taskDocuments)),
      version: task.version,
      step_order: JSON.stringify(task.stepOrder),
      shared_by: task.sharedBy === null ? null : toStorable(task.sharedBy),
      sharer_id: task.sharerId,
      created_at: task.updatedAt,
      updated_at: task.updatedAt,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Inserts or replaces steps. */
export async function upsertSteps(tx: Tx, taskId: string, steps: readonly StepRow[]): Promise<void> {
  if (steps.length === 0) return;
  const values = steps.map((step) => ({
    task_id: taskId,
    id: step.id,
    content: toJson(step.content),
    panels: toJson(step.panels),
    super_prompt: toStorable(step.superPrompt),
    super_prompt_source: toStorable(step.superPromptSource),
    file_ids: JSON.stringify(listFileIds(step.content.stepData)),
    version: step.version,
  }));
  await tx
    .insertInto('task_step')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['task_id', 'id']).doUpdateSet(({ ref }) => ({
        content: ref('excluded.content'),
        panels: ref('excluded.panels'),
        super_prompt: ref('excluded.super_prompt'),
        super_prompt_source: ref('excluded.super_prompt_source'),
        file_ids: ref('excluded.file_ids'),
        version: ref('excluded.version'),
      })),
    )
    .execute();
}
