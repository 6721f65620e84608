import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { SiteId } from '#contract/sites/sites.ts';

const toggle = 'tasks' as const;

/** An item of the library. Items from the organization's configuration have the type `template`. */
export const LibraryTask = z.object({
  TaskLibraryId: z.string().describe('a UUID; of a template, the id in the configuration'),
  TaskLibraryUser: z.object({ UserId: z.string(), UserName: z.string(), UserEmail: z.string() }),
  TaskLibraryTitle: z.string(),
  TaskLibraryDescription: z.string(),
  TaskLibraryType: z.enum(['standard', 'template']),
  TaskLibrarySteps: z.array(z.object({ stepTitle: z.string() })),
  TaskLibraryTeamId: z.string().nullable().describe('the site whose members can load it; null: the owner and peers'),
  TaskLibraryTags: z.array(z.string()).describe("the first one is the owner's full name, the others can be categories"),
  LastUpdated: z.number().describe('milliseconds'),
  mine: z.boolean(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type LibraryTask = z.infer<typeof LibraryTask>;

const libraryTask = z.object({
  TaskLibraryId: Id,
  TaskId: Id.describe('the saved task whose settings and steps become the item'),
  TaskLibraryTitle: z.string().trim().min(1, 'Give the task a title.').max(MAX_TITLE_CHARACTERS),
  TaskLibraryDescription: z.string().trim().min(1, 'Describe the task.').max(4_000),
  TaskLibraryTeamId: SiteId.nullable().default(null),
  TaskLibraryTags: z.array(z.string().max(100)).max(20).default([]).describe("tags after the owner's name"),
  peers: z.array(Id).max(100).default([]).describe('people who can load an item without a team'),
});

const ids = {
  'library_task.TaskLibraryId': 'libraryTask',
  'library_task.TaskId': 'task',
  'library_task.TaskLibraryTeamId': 'site',
  'library_task.peers': 'person',
} as const;

export const getTaskLibrary = endpoint({
  method: 'GET',
  path: '/task_library',
  summary: 'The items of the library that the caller can load, last changed first, then the templates',
  toggle,
  reply: z.object({ tasks: z.array(LibraryTask) }),
});

export const saveLibraryTask = endpoint({
  method: 'POST',
  path: '/task_library/save',
  summary: "Saves a task as a new item of the library, under the client's id",
  toggle,
  ids,
  body: z.object({ library_task: libraryTask }),
  reply: LibraryTask,
});

export const updateLibraryTask = endpoint({
  method: 'POST',
  path: '/task_library/update',
  summary: 'Replaces an item of the library by the present state of a task; only its owner can',
  toggle,
  ids,
  body: z.object({ library_task: libraryTask }),
  reply: LibraryTask,
});

export const deleteLibraryTask = endpoint({
  method: 'DELETE',
  path: '/task/delete/custom',
  summary: 'Deletes an item of the library; only its owner can. Tasks that were loaded from it stay',
  toggle,
  ids: { task_id: 'libraryTask' },
  query: z.object({ task_id: Id }),
  reply: z.object({ deleted: z.literal(true) }),
});
