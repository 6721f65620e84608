import { AvaError } from '#contract/errors.ts';
import type { Organization } from '#contract/organization.ts';
import type { LibraryTask, saveLibraryTask as saveEndpoint } from '#contract/tasks/taskLibrary.ts';
import { isTitleTaken } from '#contract/tasks/taskTitles.ts';
import type { TaskTemplate } from '#contract/tasks/taskTemplates.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize, can } from '#api/policies/policies.ts';
import { listSitesByAccess } from '#api/sites/siteAccess.ts';
import type { LibraryRefusal, LibraryTaskRow, LibraryTaskSummary } from '#api/storage/tables/tasks/libraryTasks.ts';
import type { AppContext } from '#api/context.ts';
import { findPeers, type TaskContent } from './taskContent.ts';

type Input = InputOf<typeof saveEndpoint>['library_task'];

/** The items that the person can load: their own, those shared with them, those of their sites, and the templates. */
export async function listLibrary(ctx: AppContext, person: Person): Promise<{ tasks: LibraryTask[] }> {
  const items = await listVisible(ctx, person);
  const organization = ctx.organizations.get(person.tenantId);
  const templates = organization.templates.map((template) => presentTemplate(organization, template));
  return { tasks: [...items.map((item) => presentItem(person, item)), ...templates] };
}

async function listVisible(ctx: AppContext, person: Person): Promise<LibraryTaskSummary[]> {
  const teams = await ctx.store.libraryTasks.listTeams(person);
  return ctx.store.libraryTasks.list(person, teams.length === 0 ? [] : await listReadableSites(ctx, person));
}

/** Ids of the sites that the person can read; none if Graph can't be asked. */
async function listReadableSites(ctx: AppContext, person: Person): Promise<string[]> {
  try {
    return (await listSitesByAccess(ctx, person)).accessible.map(({ id }) => id);
  } catch (error) {
    ctx.log.warn({ error }, 'failed to check access to task library');
    return [];
  }
}

/** Reads an item that the person can load. */
export async function loadLibraryTask(ctx: AppContext, person: Person, id: string): Promise<TaskContent> {
  return authorize(person, 'load', 'libraryTask', await findItem(ctx, person, id));
}

async function findItem(
  ctx: AppContext,
  person: Person,
  id: string,
): Promise<(LibraryTaskRow & { shared: boolean }) | undefined> {
  const item = isUuid(id) ? await ctx.store.libraryTasks.find(id) : undefined;
  if (!item || item.owner.tenantId !== person.tenantId) return undefined;
  const { teamId } = item;
  const shared =
    teamId === null ? item.peers.includes(person.id) : (await listReadableSites(ctx, person)).includes(teamId);
  return { ...item, shared };
}

const isUuid = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

/** Saves a task as a new item. The task then counts as loaded from it. */
export async function saveLibraryTask(ctx: AppContext, person: Person, input: Input): Promise<LibraryTask> {
  const { store } = ctx;
  const existing = await findItem(ctx, person, input.TaskLibraryId);
  // A repeated request, whose reply was lost, replaces its own item.
  if (existing && can(person, 'edit', 'libraryTask', existing)) return updateLibraryTask(ctx, person, input);
  const item = await readItem(ctx, person, input);
  throwRefusal(await store.libraryTasks.insert(item));
  await store.tasks.setTemplate(input.TaskId, item.id);
  return presentItem(person, summarize(item));
}

/** Replaces an item by the present state of a task. */
export async function updateLibraryTask(ctx: AppContext, person: Person, input: Input): Promise<LibraryTask> {
  authorize(person, 'edit', 'libraryTask', await findItem(ctx, person, input.TaskLibraryId));
  const item = await readItem(ctx, person, input);
  throwRefusal(await ctx.store.libraryTasks.update(item));
  await ctx.store.tasks.setTemplate(input.TaskId, item.id);
  return presentItem(person, summarize(item));
}

function throwRefusal(refusal: LibraryRefusal | null): void {
  if (refusal === 'taken') throw new AvaError('not_found');
  if (refusal === 'library_full')
    throw new AvaError('too_many_tasks', { detail: 'Your library is full. Delete items that you no longer need.' });
  if (refusal !== null) throw new AvaError(refusal);
}

export async function deleteLibraryTask(ctx: AppContext, person: Person, id: string): Promise<void> {
  await ctx.store.libraryTasks.delete(authorize(person, 'delete', 'libraryTask', await findItem(ctx, person, id)).id);
}

async function readItem(ctx: AppContext, person: Person, input: Input): Promise<LibraryTaskRow> {
  const { store, clock } = ctx;
  const task = authorize(person, 'read', 'task', await store.tasks.find(input.TaskId));
  const { TaskLibraryId: id, TaskLibraryTeamId: teamId } = input;
  if (teamId !== null && !(await listReadableSites(ctx, person)).includes(teamId)) throw new AvaError('not_found');
  const peers = await findPeers(ctx, person, input.peers);
  const visible = await listVisible(ctx, person);
  const titles = [
    ...visible.filter((item) => item.id !== id).map(({ title }) => title),
    ...ctx.organizations.get(person.tenantId).templates.map(({ title }) => title),
  ];
  if (isTitleTaken(input.TaskLibraryTitle, titles)) throw new AvaError('title_exists');
  return {
    id,
    owner: { tenantId: person.tenantId, id: person.id, name: person.name, email: person.email },
    title: input.TaskLibraryTitle,
    description: input.TaskLibraryDescription,
    teamId,
    tags: input.TaskLibraryTags,
    settings: task.settings,
    steps: await store.tasks.listSteps(task),
    peers: teamId === null ? peers : [],
    updatedAt: clock.now(),
  };
}

function summarize({ settings: _settings, peers: _peers, steps, ...item }: LibraryTaskRow): LibraryTaskSummary {
  return { ...item, stepTitles: steps.map(({ content }) => content.stepTitle) };
}

function presentItem(person: Person, item: LibraryTaskSummary): LibraryTask {
  const { owner } = item;
  const resource = { owner, shared: true };
  return {
    TaskLibraryId: item.id,
    TaskLibraryUser: { UserId: owner.id, UserName: owner.name, UserEmail: owner.email },
    TaskLibraryTitle: item.title,
    TaskLibraryDescription: item.description,
    TaskLibraryType: 'standard',
    TaskLibrarySteps: item.stepTitles.map((stepTitle) => ({ stepTitle })),
    TaskLibraryTeamId: item.teamId,
    TaskLibraryTags: [owner.name, ...item.tags],
    LastUpdated: item.updatedAt.getTime(),
    mine: owner.id === person.id,
    can: {
      edit: can(person, 'edit', 'libraryTask', resource),
      delete: can(person, 'delete', 'libraryTask', resource),
    },
  };
}

function presentTemplate(organization: Organization, template: TaskTemplate): LibraryTask {
  return {
    TaskLibraryId: template.id,
    TaskLibraryUser: { UserId: '', UserName: organization.name, UserEmail: '' },
    TaskLibraryTitle: template.title,
    TaskLibraryDescription: template.description,
    TaskLibraryType: 'template',
    TaskLibrarySteps: template.steps.map(({ title }) => ({ stepTitle: title })),
    TaskLibraryTeamId: null,
    TaskLibraryTags: [organization.name, ...template.tags],
    LastUpdated: 0,
    mine: false,
    can: { edit: false, delete: false },
  };
}
