import { z } from 'zod';
import { editOf, sendIds, sendIdsWithFiles } from '#contract/chats/chat.ts';
import { asJson, Count, endpoint, Flag, Id, TimeZone } from '#contract/endpoint.ts';
import { AvaError } from '#contract/errors.ts';
import { FileContextItem } from '#contract/files/files.ts';
import { MAX_BODY_BYTES, MAX_FILES_PER_MESSAGE } from '#contract/limits.ts';
import { AnswerEvent, Citation } from '#contract/runs/answerEvents.ts';
import { ItemId } from './corpusFiles.ts';
import { MAX_CHOSEN_SITES, SiteId, TOO_MANY_SITES, type SiteChoice } from './sites.ts';

/** Fields that say which sites are searched. At least one of them is needed. */
export const chosenSites = {
  site_id: SiteId.optional(),
  site_ids: asJson(z.array(SiteId).max(MAX_CHOSEN_SITES))
    .default([])
    .describe('several sites; a site that the caller can no longer search is left out, and the answer says so'),
  all_sites: Flag.describe('all sites that the caller can search'),
};

/** The sites that a call names, each once; null if it names none. Throws `bad_request` if they are too many. */
export function toSiteChoice(fields: {
  site_id?: string | undefined;
  site_ids: string[];
  all_sites: boolean;
}): SiteChoice | null {
  const { site_id: id, site_ids: ids, all_sites: all } = fields;
  const chosen = [...new Set(id === undefined ? ids : [id, ...ids])];
  if (all) return 'all';
  if (chosen.length > MAX_CHOSEN_SITES) throw new AvaError('bad_request', { detail: TOO_MANY_SITES });
  return chosen.length > 0 ? chosen : null;
}

/** The fields of a call that searches these sites. A single site is sent in the field for one site. */
export function toSiteFields(sites: SiteChoice) {
  if (sites === 'all') return { all_sites: true };
  const [site_id = '', ...others] = sites;
  return { site_id, ...(others.length > 0 && { site_ids: sites }) };
}

/** Fields that say what is searched. */
export const searchScope = {
  ...chosenSites,
  selected_ks_files: asJson(z.array(ItemId).max(500)).default([]).describe('only these files of the sites'),
};

const query = z.object({
  convo_id: Id,
  event_session_id: Id,
  ...chosenSites,
  model: z.string().min(1).max(200),
  concise_mode: Flag,
  temperature: z.coerce.number().min(0).max(2).optional(),
});

export const withoutSources = Flag.describe(
  'the response begins at once: its header `Response-Sources` does not wait for the search',
);

const body = z.object({
  text: z.string().max(MAX_BODY_BYTES).trim().min(1),
  function_calling: Flag,
  look_up: Flag,
  selected_ks_files: searchScope.selected_ks_files,
  without_sources: withoutSources,
  request_id: Id.optional(),
  edit_of: editOf,
  time_zone: TimeZone,
});

const common = {
  method: 'POST',
  toggle: 'knowledgeSearch',
  encoding: 'form',
  query,
  event: AnswerEvent,
} as const;

export const searchScopeIds = { site_id: 'site', site_ids: 'site', selected_ks_files: 'corpusFile' } as const;

export const searchResponse = endpoint({
  ...common,
  path: '/search_response/',
  summary: 'Answers a question from the files of sites that the caller can read, with citations of their pages',
  ids: { ...sendIds, ...searchScopeIds },
  body,
});

export const searchResponseWithContext = endpoint({
  ...common,
  path: '/search_response_with_context/',
  summary: 'The same, with additional files of the caller',
  ids: { ...sendIdsWithFiles, ...searchScopeIds },
  body: body.extend({
    file_context: asJson(z.array(FileContextItem).max(MAX_FILES_PER_MESSAGE)).default([]),
  }),
});

/** A passage; `number` is its rank. Scores stay on the server: they would reveal files that the caller can't read. */
export const SimilarPassage = Citation.extend({
  text: z.string(),
  wasRead: z.boolean().describe('whether the model read it for the answer'),
});
export type SimilarPassage = z.infer<typeof SimilarPassage>;

export const getSimilarityResults = endpoint({
  method: 'GET',
  path: '/similarity_search_results/{id}',
  summary: 'Passages found for an answer, most similar first, if the caller can read them now',
  toggle: 'knowledgeSearch',
  ids: { id: 'message' },
  params: z.object({ id: Id }),
  query: z.object({
    start: Count.default(0),
    end: Count.default(20),
    delta: Count.default(0).describe('number of neighboring passages to return with each'),
  }),
  reply: z.object({ results: z.array(SimilarPassage), total: z.number().int() }),
});
