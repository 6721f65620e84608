import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { FileResource } from './files.ts';

/** An id of Microsoft Graph. One that consists only of dots would change a path, so it is refused. */
export const GraphId = z
  .string()
  .max(1_000)
  .regex(/^(?!\.+$)[\w!%.,:@=+*/ -]+$/, 'must be an id of Microsoft 365');

export const SourceFile = z.object({
  kind: z.literal('file'),
  /** Address of the item in Graph, for `startFileTextFromUrl`. */
  url: z.string(),
  name: z.string(),
  size: z.number().describe('bytes'),
  mimeType: z.string(),
  modifiedOn: z.string(),
  /** When the caller last opened it; null if unknown. */
  accessedOn: z.string().nullable(),
  owner: z.string(),
  excerpt: z.string().describe('text around the words of a search'),
  webUrl: z.string(),
  resource: FileResource.nullable().describe('what the file viewer needs to open it'),
});
export type SourceFile = z.infer<typeof SourceFile>;

export const SourceFolder = z.object({
  kind: z.literal('folder'),
  driveId: z.string(),
  folderId: z.string(),
  name: z.string(),
  modifiedOn: z.string(),
});
export type SourceFolder = z.infer<typeof SourceFolder>;

export const messageKinds = ['mail', 'chat'] as const;

export const SourceMessage = z.object({
  kind: z.enum(messageKinds),
  id: z.string(),
  chatId: z.string().nullable().describe('the chat of a chat message; null for mail'),
  title: z.string(),
  sender: z.string(),
  sentOn: z.string(),
  excerpt: z.string(),
  webUrl: z.string(),
});
export type SourceMessage = z.infer<typeof SourceMessage>;

/** Anything of Microsoft 365 that a person can find and attach, or open if it is a folder. */
export const SourceEntry = z.discriminatedUnion('kind', [
  SourceFile,
  SourceFolder,
  SourceMessage.extend({ kind: z.literal('mail') }),
  SourceMessage.extend({ kind: z.literal('chat') }),
]);
export type SourceEntry = z.infer<typeof SourceEntry>;

export const searchableSources = ['files', 'chats', 'mail'] as const;
export type SearchableSource = (typeof searchableSources)[number];

export const searchSource = endpoint({
  method: 'GET',
  path: '/sources/search',
  summary: 'The first 20 files, chat messages or mails with these words; without words, the latest mails',
  query: z.object({ source: z.enum(searchableSources), text: z.string().max(200).default('') }),
  reply: z.object({ entries: z.array(SourceEntry) }),
});

export const getRecentFiles = endpoint({
  method: 'GET',
  path: '/sources/recent',
  summary: 'Files that the caller used last, by last access, newest first',
  reply: z.object({ entries: z.array(SourceEntry) }),
});

export const browseDrive = endpoint({
  method: 'GET',
  path: '/sources/drive',
  summary: "Folders and files of a drive's root or folder; without a drive, of the caller's OneDrive",
  ids: { drive_id: 'graph', folder_id: 'graph' },
  query: z.object({ drive_id: GraphId.optional(), folder_id: GraphId.optional() }),
  reply: z.object({
    entries: z.array(SourceEntry),
    truncated: z.boolean().describe('whether the folder has more entries than are listed'),
  }),
});

export const getSourceSites = endpoint({
  method: 'GET',
  path: '/sources/sites',
  summary: 'Sites that the caller follows, then others that the caller can read, each by name',
  query: z.object({ search: z.string().max(200).default('') }),
  reply: z.object({
    sites: z.array(z.object({ id: z.string(), name: z.string(), link: z.string(), followed: z.boolean() })),
  }),
});

export const getSourceLibraries = endpoint({
  method: 'GET',
  path: '/sources/libraries',
  summary: 'Document libraries of a site',
  ids: { site_id: 'graph' },
  query: z.object({ site_id: GraphId }),
  reply: z.object({ libraries: z.array(z.object({ driveId: z.string(), name: z.string() })) }),
});

export const attachMessage = endpoint({
  method: 'POST',
  path: '/sources/attach_message',
  summary: 'Extracts the text of a mail or chat message that the caller can read; the status call returns it',
  toggle: 'uploadBlob',
  ids: { id: 'graph', chat_id: 'graph' },
  body: z.object({ kind: z.enum(messageKinds), id: GraphId, chat_id: GraphId.optional() }),
  reply: z.object({ job_id: Id, file_id: Id, fileName: z.string() }),
});
