import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Extraction } from './places.ts';
import { ItemId, SiteId } from './sites.ts';

const ofCorpus = {
  toggle: 'knowledgeSearch',
  ids: { site_id: 'site', datasource_id: 'corpusFile' },
  params: z.object({ site_id: SiteId, datasource_id: ItemId }),
} as const;

/** The text of a file of a corpus as it was indexed. */
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
  summary: 'The text of a file of a corpus with its places, if the caller may read the file now',
  ...ofCorpus,
  reply: CorpusFileText,
});

export const getCorpusFileBytes = endpoint({
  method: 'GET',
  path: '/sites/{site_id}/embedded/{datasource_id}/content',
  summary: 'The bytes of a file of a corpus, as an attachment, if the caller may read the file now',
  ...ofCorpus,
  bytes: 'application/octet-stream',
});
