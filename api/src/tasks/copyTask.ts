import { AvaError } from '#contract/errors.ts';
import { type TaskMetadata } from '#contract/tasks/tasks.ts';
import { isUploaded, type TaskFile } from '#contract/tasks/taskFile.ts';
import { makeTaskCopyTitle } from '#contract/tasks/taskTitles.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { Owner } from '#api/storage/schema.ts';
import type { CopyRefusal, StepRow, TaskRow } from '#api/storage/tables/tasks/tasks.ts';
import type { AppContext } from '#api/context.ts';
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
  const { sharedBy = null, ...content } = await readContent(ctx, person, taskId, libraryId);
  const copy = { id: newId, templateId: libraryId ?? null, sharer: null, sharedBy };
  const task = await insertCopy(ctx, owner, content, copy);
  return presentMetadata(task, undefined);
}

async function readContent(
  ctx: AppContext,
  person: Person,
  taskId: string | undefined,
  libraryId: string | undefined,
): Promise<TaskContent & { sharedBy?: string | null }> {
  const template = ctx.organizations.get(person.tenantId).templates.find(({ id }) => id === libraryId);
  if (template) return toTemplateContent(person, template);
  if (libraryId !== undefined) return loadLibraryTask(ctx, person, libraryId);
  if (taskId === undefined) throw new AvaError('bad_request', { detail: 'The request needs task_id or library_id.' });
  const task = authorize(person, 'read', 'task', await ctx.store.tasks.find(taskId));
  // A copy of a shared task has the prompts of the person who shared it.
  return { ...(await readTaskContent(ctx, task)), sharedBy: task.sharedBy };
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
  const refusal = await ctx.store.tasks.canShare(task, person, known);
  if (refusal !== null) throw toError(refusal);
  const content = await readTaskContent(ctx, task);
  for (const peer of known) {
    const copy = { id: crypto.randomUUID(), templateId: null, sharer: person, sharedBy: person.name };
    await insertCopy(ctx, { tenantId: person.tenantId, id: peer }, content, copy);
  }
  return known.length;
}

const toError = (refusal: CopyRefusal) => new AvaError(refusal === 'taken' ? 'not_found' : refusal);

async function insertCopy(
  { store, clock }: AppContext,
  owner: Owner,
  content: TaskContent,
  {
    id,
    templateId,
    sharer,
    sharedBy,
  }: { id: string; templateId: string | null; sharer: Person | null; sharedBy: string | null },
): Promise<TaskRow> {
  const now = clock.now();
  const title = makeTaskCopyTitle(content.title, await store.tasks.listTitles(owner));
  const result = await store.tasks.insertCopy({
    id,
    from: content.owner,
    to: owner,
    sharer,
    fileIds: isOf(content, owner) ? [] : listUploaded(content).map(({ dataId }) => dataId),
    now,
    toRows: (copies) => {
      const files = isOf(content, owner) ? (all: readonly TaskFile[]) => [...all] : replaceFiles(copies);
      const steps = copySteps(content.steps, files);
      const settings = { ...content.settings, taskDocuments: files(content.settings.taskDocuments) };
      const stepOrder = steps.map((step) => step.id);
      const head = { id, owner, title, type: 'standard', workspaceId: null, templateId, sharedBy, sharerId: null };
      return { task: { ...head, settings, version: 1, stepOrder, updatedAt: now }, steps };
    },
  });
  if (typeof result !== 'string') return result;
  throw toError(result);
}

function copySteps(steps: readonly StepRow[], files: (files: readonly TaskFile[]) => TaskFile[]): StepRow[] {
  const ids = new Map(steps.map((step) => [step.id, crypto.randomUUID()]));
  return steps.map((step) => {
    const { stepData, usePreviousStepOutput: previous } = step.content;
    return {
      ...step,
      id: ids.get(step.id) ?? crypto.randomUUID(),
      content: {
        ...step.content,
        stepData: files(stepData),
        usePreviousStepOutput: previous.flatMap((id) => ids.get(id) ?? []),
      },
      version: 1,
    };
  });
}

const isOf = ({ owner }: TaskContent, { tenantId, id }: Owner) => owner.tenantId === tenantId && owner.id === id;

/** The uploaded files of a task. */
const listUploaded = ({ settings, steps }: TaskContent) =>
  [...settings.taskDocuments, ...steps.flatMap(({ content }) => content.stepData)].filter(isUploaded);

/**
 * Replaces files by their copies. Files from Microsoft 365 are left out of another person's copy, because that person might
 * not be able to read them.
 */
const replaceFiles =
  (copies: ReadonlyMap<string, string>) =>
  (files: readonly TaskFile[]): TaskFile[] =>
    files.flatMap((file) => {
      const dataId = isUploaded(file) ? copies.get(file.dataId) : undefined;
      return dataId === undefined ? [] : [{ ...file, dataId }];
    });
