import { AvaError } from '#contract/errors.ts';
import type { Task, TaskChange, TaskMetadata } from '#contract/tasks/tasks.ts';
import type { TaskFile } from '#contract/tasks/taskFile.ts';
import type { WorkspaceContent } from '#contract/workspace.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { SaveResult } from '#api/storage/tables/tasks/tasks.ts';
import type { AppContext } from '#api/context.ts';
import { saveWorkspace } from '#api/workspace/workspace.ts';
import { getWorkspaceId, presentMetadata, presentTask } from './presentTask.ts';
import { hideUnreadable } from './readableOutputs.ts';
import { resumeWaitingSteps } from './taskRun.ts';
import { completeTaskView } from './taskView.ts';

const MAX_LISTED = 1_000;

export interface SavedTask {
  TaskId: string;
  WorkspaceId: string;
  lastUpdated: number;
  version: number;
  steps: { stepId: string; version: number }[];
}

/** Saves the changed parts of a task and the content of its workspace. */
export async function saveTask(
  ctx: AppContext,
  person: Person,
  change: TaskChange,
  workspace: { content: WorkspaceContent; version: number } | null,
): Promise<SavedTask> {
  const owner = { tenantId: person.tenantId, id: person.id };
  await checkFiles(ctx, person, [
    ...(change.TaskSettings?.taskDocuments ?? []),
    ...change.TaskData.flatMap(({ stepData }) => stepData),
  ]);
  const result = await ctx.store.tasks.save(owner, change, ctx.clock.now());
  if (result.name !== 'saved') throw toError(result);
  const { task, steps } = result;
  const workspaceId = getWorkspaceId(task);
  if (workspace) await saveWorkspace(ctx, person, { workspace_id: workspaceId, ...workspace });
  return {
    TaskId: task.id,
    WorkspaceId: workspaceId,
    lastUpdated: task.updatedAt.getTime(),
    version: task.version,
    steps,
  };
}

/** Files of other people count as unknown ones. */
async function checkFiles({ store }: AppContext, person: Person, files: readonly TaskFile[]): Promise<void> {
  const ids = [...new Set(files.map(({ dataId }) => dataId))];
  const own = new Map((await store.files.listOwned(person, ids)).map((file) => [file.id, file]));
  for (const id of ids) authorize(person, 'attach', 'file', own.get(id));
}

function toError(result: Exclude<SaveResult, { name: 'saved' }>): AvaError {
  if (result.name === 'conflict') return new AvaError('task_changed', { data: result.conflict });
  return new AvaError(result.name === 'missing' ? 'not_found' : result.name);
}

export async function listTasks(
  { store }: AppContext,
  person: Person,
  limit = MAX_LISTED,
): Promise<{ tasks: TaskMetadata[] }> {
  const tasks = await store.tasks.list(person, Math.min(limit, MAX_LISTED));
  const runs = await store.taskRuns.findLatest(tasks.map(({ id }) => id));
  return { tasks: tasks.map((task) => presentMetadata(task, runs.get(task.id))) };
}

/**
 * Returns a task with its outputs, and continues steps that waited for the person. Throws `copy_not_opened` for a copy that
 * the person has no room for; it stays in their list.
 */
export async function openTask(ctx: AppContext, person: Person, id: string): Promise<Task> {
  const task = authorize(person, 'read', 'task', await ctx.store.tasks.find(id));
  if (!(await ctx.store.tasks.openCopy(task))) throw new AvaError('copy_not_opened');
  const view = await completeTaskView(ctx, task);
  await resumeWaitingSteps(ctx, person, view);
  const rows = await hideUnreadable(ctx, person, [...view.outputs.values()]);
  const run = (await ctx.store.taskRuns.findLatest([id])).get(id);
  return presentTask(view, new Map(rows.map((row) => [row.stepId, row])), run);
}

/** Deletes a task and stops its runs. The sweep removes its rows. */
export async function deleteTask(ctx: AppContext, person: Person, id: string): Promise<void> {
  const { store, runs, clock } = ctx;
  const task = authorize(person, 'delete', 'task', await store.tasks.find(id));
  await store.tasks.delete(task.id, clock.now());
  for (const run of await store.runs.listUnended(task.id)) await runs.cancel(run);
}
