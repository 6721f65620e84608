import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Feedback } from '#contract/chats/feedback.ts';

/** The id of a site: 32 hexadecimal digits. Input can have dashes and upper case, or be Graph's id `host,site,web`. */
export const SiteId = z
  .string()
  .max(400)
  .transform((value) => (value.split(',')[1] ?? value).replaceAll('-', '').trim().toLowerCase())
  .pipe(
    z
      .string()
      .max(32)
      .regex(/^[0-9a-f]{32}$/, 'must be the id of a site'),
  );

/** Sites that a person can choose for one question, besides all of them. */
export const MAX_CHOSEN_SITES = 20;

export const TOO_MANY_SITES = `You can choose up to ${MAX_CHOSEN_SITES} sites, or all of them.`;

/** What can be between the mentions of several sites: `@Finance, @Travel and @Legal`. */
export const MENTION_SEPARATOR = /^(?:[\s,;&]|(?:and|und)\b){1,20}/i;

/** What a question searches: all sites that the person can search, or the chosen ones. */
export const SiteChoice = z.union([z.literal('all'), z.array(SiteId).min(1).max(MAX_CHOSEN_SITES)]);
export type SiteChoice = z.infer<typeof SiteChoice>;

export const MAX_DESCRIPTION_CHARACTERS = 4_000;
export const MAX_GUIDING_PROMPT_CHARACTERS = 8_000;

/** A text of a corpus. The error for a longer one names the limit. */
const textUpTo = (characters: number) => z.string().max(characters, `it may have at most ${characters} characters`);
const Description = textUpTo(MAX_DESCRIPTION_CHARACTERS);
const GuidingPrompt = textUpTo(MAX_GUIDING_PROMPT_CHARACTERS);

/** The library or list of a site that its corpus is made from. */
export const CorpusConfig = z.object({
  document_library_name: z.string().max(400).default(''),
  document_library_id: z.string().max(400).default(''),
  list_name: z.string().max(400).default(''),
  list_id: z.string().max(400).default(''),
});
export type CorpusConfig = z.infer<typeof CorpusConfig>;

/** The caller's rights in a site. The tab never computes rights itself. */
const SitePermissions = z.object({ edit: z.boolean(), removeAnyFile: z.boolean() });

/** A site with a corpus that the caller can see. */
export const Site = z.object({
  SiteId: z.string(),
  SiteName: z.string(),
  SiteLink: z.string(),
  CorpusDescription: z.string(),
  CorpusPrompt: z.string(),
  CorpusConfig,
  CreatorEmail: z.string(),
  /** Whether this is the corpus about AVA, which is listed first. */
  isHelp: z.boolean(),
  can: SitePermissions,
});
export type Site = z.infer<typeof Site>;

/** A site that the caller cannot see: only its name and the link to request access. */
export const InaccessibleSite = z.object({ name: z.string(), link: z.string() });
export type InaccessibleSite = z.infer<typeof InaccessibleSite>;

const knowledge = { toggle: 'knowledgeSearch' } as const;
const aSite = { toggle: 'knowledgeSearch', ids: { site_id: 'site' } } as const;

export const getSites = endpoint({
  method: 'GET',
  path: '/sites',
  summary: 'Corpora that the caller can see, by name with the help corpus first, and the names of the others',
  ...knowledge,
  reply: z.object({
    accessibleSites: z.array(Site),
    inaccessibleSites: z.array(InaccessibleSite),
    preparing: z
      .array(z.string())
      .describe(
        'ids of corpora whose files are being read, if the caller can read one of them; they answer from those that are ready',
      ),
  }),
});

export const createSite = endpoint({
  method: 'POST',
  path: '/sites_new',
  summary: 'Creates a corpus from a site; for its owners only. Of two simultaneous calls, one fails',
  toggle: 'knowledgeSearch',
  ids: { site_id: 'site', 'corpus_config.document_library_id': 'graph', 'corpus_config.list_id': 'graph' },
  body: z.object({
    site_id: SiteId,
    site_name: z.string().trim().min(1).max(400),
    site_link: z.string().max(4_000),
    corpus_config: CorpusConfig,
    corpus_desc: Description.default(''),
    corpus_prompt: GuidingPrompt.default(''),
    creator_email: z.string().max(320).optional().describe('ignored: the creator is the caller'),
  }),
  reply: Site,
});

export const getCorpusConfig = endpoint({
  method: 'POST',
  path: '/sites/corpus_config',
  summary: 'The library of a corpus',
  ...aSite,
  body: z.object({ site_id: SiteId }),
  reply: z.object({ corpus_config: CorpusConfig }),
});

export const getSiteOfMention = endpoint({
  method: 'POST',
  path: '/sites/site_id_from_mention_name',
  summary: 'The site of a mention, if the caller can see it',
  ...knowledge,
  body: z.object({ mention_name: z.string().trim().min(1).max(400) }),
  reply: z.object({ site_id: z.string() }),
});

export const getSiteCandidates = endpoint({
  method: 'GET',
  path: '/sites/candidates',
  summary: 'Sites that the caller owns and that have no corpus yet, by name',
  ...knowledge,
  query: z.object({ search: z.string().max(200).default('') }),
  reply: z.object({ value: z.array(z.object({ id: z.string(), displayName: z.string(), webUrl: z.string() })) }),
});

export const getSiteOwnership = endpoint({
  method: 'GET',
  path: '/sites/{site_id}/is_owner',
  summary: 'Whether the caller owns the site: as an owner of its group or a member of its associated owners group',
  ...aSite,
  params: z.object({ site_id: SiteId }),
  reply: z.object({ isOwner: z.boolean() }),
});

export const getSiteLibraries = endpoint({
  method: 'GET',
  path: '/sites/{site_id}/libraries',
  summary: 'Document libraries and lists of a site',
  ...aSite,
  params: z.object({ site_id: SiteId }),
  reply: z.object({
    value: z.array(
      z.object({ id: z.string(), driveId: z.string().nullable(), name: z.string(), kind: z.enum(['library', 'list']) }),
    ),
  }),
});

export const getFunctionGroups = endpoint({
  method: 'GET',
  path: '/function_groups',
  summary: 'What can be mentioned, with the sites that the caller can see',
  reply: z.object({
    groups: z.array(
      z.object({
        group_name: z.string(),
        group_description: z.string(),
        section: z.enum(['AVA-provided', 'Connected Data', 'Knowledge Search']),
        site_link: z.string().nullable().describe('null for functions; a site is searched'),
      }),
    ),
  }),
});

export const getCorpus = endpoint({
  method: 'GET',
  path: '/corpus',
  summary: 'The description and the guiding prompt of a corpus',
  ...aSite,
  query: z.object({ site_id: SiteId }),
  reply: z.object({ sites: z.array(Site) }),
});

const CorpusText = z.object({
  CorpusDescription: Description,
  CorpusPrompt: GuidingPrompt,
});

export const updateCorpus = endpoint({
  method: 'POST',
  path: '/corpus',
  summary: 'Changes description and prompt; refused if they have changed since the caller loaded them',
  ...aSite,
  query: z.object({ site_id: SiteId }),
  body: z.object({ from_corpus: CorpusText, to_corpus: CorpusText }),
  reply: Site,
});

/** `unanswered` lists words of questions that at least three people asked without getting an answer. */
export const getSiteInsights = endpoint({
  method: 'GET',
  path: '/sites/{site_id}/insights',
  summary: 'For owners: failed files with reasons, files never cited, questions without an answer, feedback',
  ...aSite,
  params: z.object({ site_id: SiteId }),
  reply: z.object({
    failed: z.array(z.object({ name: z.string(), reason: z.string() })),
    neverCited: z.array(z.string()),
    unanswered: z.array(z.object({ terms: z.string(), askers: z.number().int() })),
    feedback: Feedback,
  }),
});
