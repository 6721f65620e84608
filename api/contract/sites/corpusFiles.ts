import { z } from 'zod';
import { Count, endpoint, Flag, Id } from '#contract/endpoint.ts';
import { Extraction } from '#contract/files/locations.ts';
import { UnreadContents } from '#contract/files/unread.ts';
import { SiteId } from './sites.ts';

/** Graph's id of an item in its library. An id that consists only of dots would change a path, so it is refused. */
export const ItemId = z
  .string()
  .max(200)
  .regex(/^(?!\.+$)[\w!%.-]+$/, 'must be the id of a file');

const aSite = { toggle: 'knowledgeSearch', ids: { site_id: 'site' } } as const;
const ofCorpus = {
  toggle: 'knowledgeSearch',
  ids: { site_id: 'site', datasource_id: 'corpusFile' },
  params: z.object({ site_id: SiteId, datasource_id: ItemId }),
} as const;

/** A file of a library that can be added: not a folder, of an accepted type, at most 70 MB. */
export const CandidateFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  etag: z.string().nullable().describe('a file without an etag fails when it is added'),
  webUrl: z.string(),
  folder: z.string(),
  modifiedOn: z.string(),
  owner: z.string(),
  embedded: z.boolean(),
});
export type CandidateFile = z.infer<typeof CandidateFile>;

export const getSiteFiles = endpoint({
  method: 'GET',
  path: '/sites/{site_id}/files',
  summary: "A page of the files in a corpus's library; the crawl continues in the background and is cached",
  ...aSite,
  params: z.object({ site_id: SiteId }),
  query: z.object({
    search: z.string().max(200).default(''),
    include_embedded: Flag,
    reload: Flag,
    start: Count.default(0),
    limit: Count.default(200),
  }),
  reply: z.object({
    files: z.array(CandidateFile),
    total: z.number().int(),
    crawl: z.object({
      state: z.enum(['running', 'complete', 'failed']),
      folders: z.number().int(),
      files: z.number().int(),
      error: z.string().nullable().describe('why the crawl failed, or that the library is too long to be listed whole'),
    }),
  }),
});

/**
 * Progress of a file in a corpus. `needsYou`: its bytes are fetched with the permissions of the next person who uses
 * the corpus and can read the file.
 */
export const fileStates = ['waiting', 'needsYou', 'embedding', 'ready', 'failed'] as const;

export const EmbeddedFile = z.object({
  DataSourceId: z.string(),
  DataSourceName: z.string(),
  DataSourceType: z.string(),
  DataSourceLink: z.string(),
  DataSourceDescription: z.string().describe('why it failed, for people who can remove it'),
  SiteId: z.string(),
  SiteName: z.string(),
  SiteLink: z.string(),
  CreatorEmail: z.string(),
  CreatorName: z.string(),
  modifiedOn: z.string(),
  state: z.enum(fileStates),
  unread: UnreadContents.optional().describe('what the file contains and was not read'),
  citations: z.number().int().nullable().describe('how often it was cited, for owners'),
  can: z.object({ remove: z.boolean() }),
});
export type EmbeddedFile = z.infer<typeof EmbeddedFile>;

export const getEmbeddedFiles = endpoint({
  method: 'GET',
  path: '/embedded_files',
  summary: 'Files of corpora that the caller can read: of one site, or of all sites',
  ...aSite,
  query: z.object({ site_id: SiteId.optional() }),
  reply: z.object({ files: z.array(EmbeddedFile) }),
});

export const deleteEmbeddedFile = endpoint({
  method: 'DELETE',
  path: '/delete_embedded_file',
  summary: 'Removes a file from a corpus; allowed for the person who added it and the owners of the site',
  toggle: 'knowledgeSearch',
  ids: { site_id: 'site', datasource_id: 'corpusFile' },
  query: z.object({ datasource_id: ItemId, site_id: SiteId }),
  reply: z.object({ deleted: z.literal(true) }),
});

export const startEmbedding = endpoint({
  method: 'POST',
  path: '/jobs/start_embed_from_graphfile',
  summary: 'Adds a file of the library to the corpus; the status call returns the progress',
  toggle: 'knowledgeSearch',
  ids: { siteId: 'site', datasourceId: 'corpusFile', documentLibraryId: 'own' },
  body: z.object({
    datasourceId: ItemId,
    datasourceName: z.string().min(1).max(1_024),
    siteLink: z.string().max(4_000).default(''),
    fileLink: z.string().max(4_000).default(''),
    parentLibraryName: z.string().max(400).default(''),
    siteId: SiteId,
    documentLibraryId: z.string().max(400).default('').describe('ignored: a corpus has one library'),
    creatorEmail: z.string().max(320).optional().describe('ignored: the creator is the caller'),
  }),
  reply: z.object({ job_id: Id }),
});

export const uploadSiteFile = endpoint({
  method: 'POST',
  path: '/sites/{site_id}/upload',
  summary: "Uploads a file to the site's library, with the caller's own permissions",
  ...aSite,
  encoding: 'upload',
  params: z.object({ site_id: SiteId }),
  body: z.object({ file_name: z.string().max(1_024).optional() }),
  reply: z.object({ datasource_id: z.string(), name: z.string(), link: z.string() }),
});

/** The indexed text of a file of a corpus. */
export const CorpusFileText = z.object({
  datasource_id: z.string(),
  fileName: z.string(),
  fileType: z.string(),
  extraction: Extraction,
});
export type CorpusFileText = z.infer<typeof CorpusFileText>;

export const getCorpusFileText = endpoint({
  method: 'GET',
  path: '/sites/{site_id}/embedded/{datasource_id}/text',
  summary: 'The text of a file of a corpus with its locations, if the caller can read the file now',
  ...ofCorpus,
  reply: CorpusFileText,
});

export const getCorpusFileLink = endpoint({
  method: 'GET',
  path: '/sites/{site_id}/embedded/{datasource_id}/link',
  summary: 'The address of a file of a corpus in Microsoft 365, if the caller can read the file now',
  ...ofCorpus,
  reply: z.object({ webUrl: z.string() }),
});

export const getCorpusFileBytes = endpoint({
  method: 'GET',
  path: '/sites/{site_id}/embedded/{datasource_id}/content',
  summary: 'The bytes of a file of a corpus, as an attachment, if the caller can read the file now',
  ...ofCorpus,
  bytes: 'application/octet-stream',
});
