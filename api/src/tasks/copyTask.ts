import { AvaError } from '../../contract/errors.ts';
import { TASKS_PER_PERSON } from '../../contract/limits.ts';
import type { TaskFile, TaskMetadata } from '../../contract/tasks/tasks.ts';
import { makeTaskCopyTitle } from '../../contract/tasks/taskTitles.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { Owner } from '../storage/schema.ts';
import type { StepRow, TaskRow } from '../storage/tables/tasks/tasks.ts';
import type { AppContext } from '../context.ts';
import { loadLibraryTask } from './library.ts';
import { presentMetadata } from './presentTask.ts';
import { findPeers, type TaskContent } from './taskContent.ts';
import { toTemplateContent } from './templates.ts';

/** Creates a task from another one, from an item of the library or from a template. Outputs are not copied. */
export async function copyTask(
  ctx: AppContext,
  person: Person,
  { taskId, libraryId, newId }: { taskId: string | undefined; libraryId: string | undefined; newId: string },
): Promise<TaskMetadata> {
  const owner = { tenantId: person.tenantId, id: person.id };
  // A repeated request, whose reply was lost, creates no second copy.
  const existing = await ctx.store.tasks.find(newId);
  if (existing) return presentMetadata(authorize(person, 'read', 'task', existing), undefined);
  const content = await readContent(ctx, person, taskId, libraryId);
  const task = await insertCopy(ctx, owner, content, { id: newId, templateId: libraryId ?? null, sharedBy: null });
  return presentMetadata(task, undefined);
}

async function readContent(
  ctx: AppContext,
  person: Person,
  taskId: string | undefined,
  libraryId: string | undefined,
): Promise<TaskContent> {
  const template = ctx.organizations.get(person.tenantId).templates.find(({ id }) => id === libraryId);
  if (template) return toTemplateContent(person, template);
  if (libraryId !== undefined) return loadLibraryTask(ctx, person, libraryId);
  if (taskId === undefined) throw new AvaError('bad_request', { detail: 'The request needs task_id or library_id.' });
  return readTaskContent(ctx, authorize(person, 'read', 'task', await ctx.store.tasks.find(taskId)));
}

export async function readTaskContent({ store }: AppContext, task: TaskRow): Promise<TaskContent> {
  return { owner: task.owner, title: task.title, settings: task.settings, steps: await store.tasks.listSteps(task) };
}

/** Gives each peer a copy. Later changes of either task don't affect the other. */
export async function shareTask(
  ctx: AppContext,
  person: Person,
  id: string,
  peers: readonly string[],
): Promise<number> {
  const task = authorize(person, 'share', 'task', await ctx.store.tasks.find(id));
  const known = await findPeers(ctx, person, peers);
  if (known.length === 0) throw new AvaError('not_found');
  const content = await readTaskContent(ctx, task);
  for (const peer of known) {
    const copy = { id: crypto.randomUUID(), templateId: null, sharedBy: person.name };
    await insertCopy(ctx, { tenantId: person.tenantId, id: peer }, content, copy);
  }
  return known.length;
}

async function insertCopy(
  { store, clock }: AppContext,
  owner: Owner,
  content: TaskContent,
  { id, templateId, sharedBy }: Pick<TaskRow, 'id' | 'templateId' | 'sharedBy'>,
): Promise<TaskRow> {
  if ((await store.tasks.count(owner)) >= TASKS_PER_PERSON) throw new AvaError('too_many_tasks');
  const now = clock.now();
  const files = await copyFiles(store, content, owner, now);
  const ids = new Map(content.steps.map((step) => [step.id, crypto.randomUUID()]));
  const steps = content.steps.map((step): StepRow => {
    const { stepData, usePreviousStepOutput: previous } = step.content;
    return {
      ...step,
      id: ids.get(step.id) ?? crypto.randomUUID(),
      content: {
        ...step.content,
        stepData: files(stepData),
        usePreviousStepOutput: previous === null ? null : (ids.get(previous) ?? null),
      },
      version: 1,
    };
  });
  const task: TaskRow = {
    id,
    owner,
    title: makeTaskCopyTitle(content.title, await store.tasks.listTitles(owner)),
    type: 'standard',
    workspaceId: null,
    templateId,
    settings: { ...content.settings, taskDocuments: files(content.settings.taskDocuments) },
    version: 1,
    stepOrder: steps.map((step) => step.id),
    sharedBy,
    updatedAt: now,
  };
  if (!(await store.tasks.insert(task, steps))) throw new AvaError('not_found');
  return task;
}

/**
 * Copies the files of a task for its new owner. Returns a function that replaces them in a list. Files from Microsoft 365 are
 * left out of another person's copy, because that person might not be able to read them.
 */
async function copyFiles(
  store: AppContext['store'],
  { owner: from, settings, steps }: TaskContent,
  to: Owner,
  now: Date,
): Promise<(files: readonly TaskFile[]) => TaskFile[]> {
  if (from.tenantId === to.tenantId && from.id === to.id) return (files) => [...files];
  const all = [...settings.taskDocuments, ...steps.flatMap(({ content }) => content.stepData)];
  const uploaded = all.filter(({ dataResource }) => dataResource === null).map(({ dataId }) => dataId);
  const copies = await store.files.copy(from, to, uploaded, now);
  return (files) =>
    files.flatMap((file) => {
      const dataId = file.dataResource === null ? copies.get(file.dataId) : undefined;
      return dataId === undefined ? [] : [{ ...file, dataId }];
    });
}
