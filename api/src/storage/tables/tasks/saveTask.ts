import { sql } from 'kysely';
import { MAX_TASK_STEPS } from '#contract/limits.ts';
import { applyOrder, clearBrokenReferences, DEFAULT_TASK_TYPE } from '#contract/tasks/taskRules.ts';
import { isDefaultTaskTitle, NEW_TASK_TITLE } from '#contract/tasks/taskTitles.ts';
import type { StepReference, TaskChange, TaskConflict, TaskSettings } from '#contract/tasks/tasks.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { toStorable, toJson } from '#api/storage/json.ts';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';
import { findTaskRefusal, nothingMore, stepBytes, type TaskRefusal } from './taskQuota.ts';
import { canStoreFiles, noFiles } from '#api/storage/tables/people/fileQuota.ts';
import { takeFiles } from './copyTask.ts';
import { insertTask, upsertSteps } from './writeTask.ts';
import {
  listFileIds,
  toStep,
  toStepContent,
  toStoredContent,
  toTask,
  type StepRow,
  type StoredStepContent,
  type TaskRow,
} from './taskRow.ts';

/** Largest task, in bytes of its steps and description, without outputs. */
export const MAX_TASK_BYTES = 16_777_216;

export interface SavedTask {
  name: 'saved';
  task: TaskRow;
  /** Versions of the saved steps and of those whose reference was cleared. */
  steps: { stepId: string; version: number }[];
}

export type SaveResult =
  | SavedTask
  | { name: 'conflict'; conflict: TaskConflict }
  /** The id belongs to another person or to a deleted task. */
  | { name: 'missing' }
  | { name: 'too_many_steps' | 'task_too_large' | 'unknown_step' | 'files_full' | TaskRefusal };

/** A save that was refused; thrown to roll back the transaction. */
class Refusal extends Error {
  readonly result: SaveResult;
  constructor(result: SaveResult) {
    super(result.name);
    this.result = result;
  }
}

const emptySettings: TaskSettings = { showTaskSettings: true, taskDescription: '', taskDocuments: [] };

/** Saves the changed parts of a task, all or none. Creates the task if its id is new. */
export async function saveTask(db: Db, owner: Owner, change: TaskChange, quota: Quota, now: Date): Promise<SaveResult> {
  try {
    return await db.transaction().execute((tx) => save(tx, owner, change, quota, now));
  } catch (error) {
    if (error instanceof Refusal) return error.result;
    throw error;
  }
}

async function save(tx: Tx, owner: Owner, requested: TaskChange, quota: Quota, now: Date): Promise<SaveResult> {
  const current = await lockTask(tx, owner, requested, quota, now);
  const deleted = new Set(requested.deletedSteps.map(({ stepId }) => stepId));
  const added = requested.TaskData.map(({ stepId }) => stepId).filter((id) => !current.stepOrder.includes(id));
  const kept = [...new Set([...current.stepOrder, ...added])].filter((id) => !deleted.has(id));
  const stepOrder = requested.order ? applyOrder(kept, requested.order) : kept;
  const change = findPreviousIds(requested, stepOrder);
  const ids = [...change.TaskData, ...change.deletedSteps].map(({ stepId }) => stepId);
  const stored = await findSteps(tx, current.id, change.deletedSteps.length > 0 ? current.stepOrder : ids);
  const conflict = findConflict(current, stored, change);
  if (conflict) throw new Refusal({ name: 'conflict', conflict });

  if (stepOrder.length > MAX_TASK_STEPS) throw new Refusal({ name: 'too_many_steps' });
  for (const { stepId, usePreviousStepOutput: ids } of change.TaskData)
    if (ids.some((id) => id === stepId || !stepOrder.includes(id))) throw new Refusal({ name: 'unknown_step' });

  const written = change.TaskData.map((step) => {
    const before = stored.get(step.stepId);
    const content = toStoredContent(step);
    const isChanged = !before || toJson(before.content) !== toJson(content);
    const { superPrompt } = step.stepInput;
    return {
      id: step.stepId,
      content,
      panels: step.stepAccordions,
      superPrompt: superPrompt ?? before?.superPrompt ?? '',
      // A prompt that the person edited is kept until the prompt of the step changes.
      superPromptSource:
        superPrompt === undefined || superPrompt === before?.superPrompt
          ? (before?.superPromptSource ?? '')
          : toPromptText(content.stepInput.userPrompt).text,
      version: (before?.version ?? 0) + (isChanged ? 1 : 0),
    };
  });
  const saved = new Map([...stored, ...written.map((step): [string, StepRow] => [step.id, step])]);
  const cleared = deleted.size === 0 ? [] : clearReferences(stepOrder.flatMap((id) => saved.get(id) ?? []));
  const rows = [...new Map([...written, ...cleared].map((step) => [step.id, step])).values()];
  if (deleted.size > 0)
    await tx
      .deleteFrom('task_step')
      .where('task_id', '=', current.id)
      .where('id', 'in', [...deleted])
      .execute();
  await upsertSteps(tx, current.id, rows);
  const task = await updateTask(tx, { ...applyHead(current, change), stepOrder }, quota, now);
  return { name: 'saved', task, steps: rows.map(({ id, version }) => ({ stepId: id, version })) };
}

/** A save in which steps name the earlier ones by their ids. */
type SaveById = Omit<TaskChange, 'TaskData'> & {
  TaskData: (Omit<TaskChange['TaskData'][number], 'usePreviousStepOutput'> & { usePreviousStepOutput: string[] })[];
};

function findPreviousIds(change: TaskChange, stepOrder: readonly string[]): SaveById {
  const toId = (step: StepReference) => (typeof step === 'string' ? step : (stepOrder[step] ?? ''));
  const TaskData = change.TaskData.map((step) => ({
    ...step,
    usePreviousStepOutput: [...new Set(step.usePreviousStepOutput.map(toId))],
  }));
  return { ...change, TaskData };
}

/** Returns the task, locked; creates it if the id is new. */
async function lockTask(tx: Tx, owner: Owner, change: TaskChange, quota: Quota, now: Date): Promise<TaskRow> {
  const find = () => tx.selectFrom('task').selectAll().where('id', '=', change.TaskId).forUpdate().executeTakeFirst();
  let row = await find();
  if (!row && change.version === 0) {
    const refusal = await findTaskRefusal(tx, owner, { tasks: 1, bytes: 0 }, quota);
    if (refusal) throw new Refusal({ name: refusal });
    await insertTask(tx, {
      id: change.TaskId,
      owner,
      title: change.TaskTitle?.trim() || NEW_TASK_TITLE,
      type: DEFAULT_TASK_TYPE,
      workspaceId: null,
      templateId: null,
      settings: emptySettings,
      version: 0,
      stepOrder: [],
      sharedBy: null,
      sharerId: null,
      updatedAt: now,
    });
    row = await find();
  }
  if (!row || row.deleted_at !== null || row.tenant_id !== owner.tenantId || row.owner_id !== owner.id)
    throw new Refusal({ name: 'missing' });
  return toTask(row);
}

async function findSteps(tx: Tx, taskId: string, ids: readonly string[]): Promise<Map<string, StepRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('task_step')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, toStep(row)]));
}

/** Compares the versions of what the save contains. A part that is the same on both sides is no conflict. */
function findConflict(task: TaskRow, stored: ReadonlyMap<string, StepRow>, change: SaveById): TaskConflict | undefined {
  const steps: TaskConflict['steps'] = [];
  for (const { version, stepId, ...step } of change.TaskData) {
    const theirs = stored.get(stepId);
    const isSame = theirs && toJson(theirs.content) === toJson(toStoredContent(step));
    if (isSame || (theirs?.version ?? 0) === version) continue;
    steps.push({ stepId, version: theirs?.version ?? 0, mine: step, theirs: theirs ? toStepContent(theirs) : null });
  }
  for (const { stepId, version } of change.deletedSteps) {
    const theirs = stored.get(stepId);
    if (!theirs || theirs.version === version) continue;
    steps.push({ stepId, version: theirs.version, mine: null, theirs: toStepContent(theirs) });
  }
  const head = applyHead(task, change);
  const isHeadChanged = head.version !== task.version && change.version !== task.version;
  const present = ({ title, settings }: TaskRow) => ({ TaskTitle: title, TaskSettings: settings });
  if (!isHeadChanged && steps.length === 0) return undefined;
  return {
    task: isHeadChanged ? { version: task.version, mine: present(head), theirs: present(task) } : null,
    steps,
  };
}

/** The task with the new title and settings. Showing or hiding the settings does not change the version. */
function applyHead(task: TaskRow, change: Omit<TaskChange, 'TaskData'>): TaskRow {
  const { TaskTitle, TaskSettings, WorkspaceId, TemplateId } = change;
  // Ignores a default title in the save: a run can have named the task since the tab read the default title.
  const title = TaskTitle === undefined || isDefaultTaskTitle(TaskTitle) ? task.title : TaskTitle;
  const settings = TaskSettings ?? task.settings;
  const toKey = (part: TaskSettings) => toJson([part.taskDescription, part.taskDocuments]);
  const isChanged = title !== task.title || toKey(settings) !== toKey(task.settings) || task.version === 0;
  return {
    ...task,
    title,
    settings,
    workspaceId: WorkspaceId === undefined ? task.workspaceId : WorkspaceId,
    templateId: TemplateId === undefined ? task.templateId : TemplateId,
    version: task.version + (isChanged ? 1 : 0),
  };
}

/** Steps with references to a deleted step, without these. */
function clearReferences(steps: readonly StepRow[]): StepRow[] {
  const references = steps.map((step) => ({ stepId: step.id, step, ...pickReference(step.content) }));
  return clearBrokenReferences(references).map(({ step, usePreviousStepOutput }) => ({
    ...step,
    content: { ...step.content, usePreviousStepOutput },
    version: step.version + 1,
  }));
}

const pickReference = ({ usePreviousStepOutput }: StoredStepContent) => ({ usePreviousStepOutput });

/**
 * Saves the task itself, and refuses the save if the task, or what the person stores in all tasks, is too large now. A save
 * that does not add to it is never refused, so that a person can make room. A copy that was not opened counts from now on.
 */
async function updateTask(tx: Tx, task: TaskRow, quota: Quota, now: Date): Promise<TaskRow> {
  const settings = toJson(task.settings);
  const { rows } = await sql<{ bytes: number }>`update task set title = ${toStorable(task.title)},
      settings = ${settings}::json, file_ids = ${JSON.stringify(listFileIds(task.settings.taskDocuments))}::jsonb,
      workspace_id = ${task.workspaceId}, template_id = ${task.templateId}, version = ${task.version},
      step_order = ${JSON.stringify(task.stepOrder)}::jsonb, updated_at = ${now}, sharer_id = null,
      bytes = ${stepBytes(task.id)} + ${Buffer.byteLength(settings)}::int
    where id = ${task.id} returning bytes`.execute(tx);
  const { bytes = 0 } = rows[0] ?? {};
  if (bytes > MAX_TASK_BYTES) throw new Refusal({ name: 'task_too_large' });
  if (task.sharerId !== null) {
    await takeFiles(tx, task.id, task.owner);
    const hasRoom = await canStoreFiles(tx, task.owner, noFiles, quota);
    if (!hasRoom) throw new Refusal({ name: 'files_full' });
  }
  if (bytes > task.bytes || task.sharerId !== null) {
    const refusal = await findTaskRefusal(tx, task.owner, nothingMore, quota);
    if (refusal) throw new Refusal({ name: refusal });
  }
  return { ...task, bytes, sharerId: null, updatedAt: now };
}
