import { z } from 'zod';
import { Count, endpoint, Id } from '#contract/endpoint.ts';
import { MAX_PROMPT_CHARACTERS, MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { SiteId } from '#contract/sites/sites.ts';
import { findLabel, splitList, type PromptLabel } from './promptLabels.ts';
import { toTitleKey } from './promptTitle.ts';

/** Teams that a prompt can be shared with. */
const MAX_PROMPT_TEAMS = 50;
/** Counts the saves of a prompt, from 1. */
const Version = Count.min(1).max(2_147_483_647);

/** A prompt of the library, as the caller sees it. */
export const Prompt = z.object({
  prompt_id: Id,
  prompt_title: z.string(),
  prompt_text: z.string(),
  labels: z.string().describe('types of files that the prompt is for, separated by commas: `pdf,word`'),
  labels_text: z.string().describe('their names for people: `PDF, Word`'),
  prompt_type: z.literal('file'),
  prompt_role: z.literal('user'),
  is_private: z.boolean(),
  teams: z
    .string()
    .describe('ids of sites, separated by commas, without those that the caller cannot read; empty: everybody'),
  creator_id: z.string().describe('object id'),
  creator_name: z.string(),
  creator_email: z.string(),
  creator_photo: z.string().describe('path of the call that returns the photo'),
  created_on: z.iso.datetime(),
  modified_on: z.iso.datetime(),
  version: z.number().int(),
  mine: z.boolean().describe('whether the caller created it'),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type Prompt = z.infer<typeof Prompt>;

/** A state of a prompt that its creator saved. The latest one is the prompt itself. */
export const PromptVersion = z.object({
  version: z.number().int(),
  prompt_title: z.string(),
  prompt_text: z.string(),
  labels: z.string(),
  labels_text: z.string(),
  is_private: z.boolean(),
  modified_on: z.iso.datetime(),
});
export type PromptVersion = z.infer<typeof PromptVersion>;

const Title = z
  .string()
  .max(MAX_TITLE_CHARACTERS, `a title can have at most ${MAX_TITLE_CHARACTERS} characters`)
  .transform((text) => text.replace(/\s+/gu, ' ').trim())
  .refine((text) => toTitleKey(text) !== '', 'give the prompt a title');

const Text = z
  .string()
  .max(MAX_PROMPT_CHARACTERS, {
    error: () => `a prompt can have at most ${MAX_PROMPT_CHARACTERS.toLocaleString('en')} characters`,
  })
  .refine((text) => toTitleKey(text) !== '', 'write the prompt');

const Labels = z
  .string()
  .max(1_000)
  .default('')
  .transform((text, context): PromptLabel[] => {
    const labels = splitList(text).map((word) => ({ word, label: findLabel(word) }));
    for (const { word, label } of labels)
      if (label === null) context.addIssue({ code: 'custom', message: `"${word}" is not a type of file` });
    return [...new Set(labels.flatMap(({ label }) => label ?? []))];
  })
  .describe('types of files that the prompt is for, separated by commas');

const Teams = z
  .string()
  .max(MAX_PROMPT_TEAMS * 40)
  .default('')
  .transform((text, context): string[] => {
    const ids = splitList(text).map((part) => SiteId.safeParse(part).data);
    if (ids.some((id) => id === undefined))
      context.addIssue({ code: 'custom', message: 'must be ids of sites, separated by commas' });
    const teams = [...new Set(ids.flatMap((id) => id ?? []))];
    if (teams.length > MAX_PROMPT_TEAMS)
      context.addIssue({ code: 'custom', message: `at most ${MAX_PROMPT_TEAMS} teams` });
    return teams;
  })
  .describe('ids of sites, separated by commas; ignored for a private prompt; empty for everybody in the organization');

/** What the creator of a prompt writes. */
const content = {
  prompt_title: Title,
  prompt_text: Text,
  labels: Labels,
  is_private: z.boolean().default(true),
  teams: Teams,
  prompt_type: z.literal('file').default('file'),
  prompt_role: z.literal('user').default('user'),
};

const aPrompt = { ids: { prompt_id: 'prompt' }, params: z.object({ prompt_id: Id }) } as const;
const aSharedPrompt = { ...aPrompt, ids: { prompt_id: 'prompt', teams: 'site' } } as const;

export const getFilePrompts = endpoint({
  method: 'GET',
  path: '/get_file_prompts',
  summary: "The caller's prompts and those shared with them, last modified first",
  query: z.object({ user_email: z.string().max(320).optional().describe('ignored: the token decides') }),
  reply: z.object({
    prompts: z.array(Prompt),
    truncated: z.boolean().describe('whether there are more prompts; the oldest shared ones are left out'),
  }),
});

export const createPrompt = endpoint({
  method: 'POST',
  path: '/create_prompt',
  summary: 'Creates a prompt. A repeated call with the same id and content returns the prompt of the first one',
  ids: { prompt_id: 'prompt', teams: 'site' },
  body: z.object({ prompt_id: Id.optional().describe("the client's own id"), ...content }),
  reply: Prompt,
});

export const updatePrompt = endpoint({
  method: 'PUT',
  path: '/update_prompt/{prompt_id}',
  summary:
    'Changes a prompt; only its creator can. `newer_version` with the stored prompt if another device changed it',
  ...aSharedPrompt,
  body: z.object({
    ...content,
    version: Version.optional().describe('the version that was edited; without it, the latest version is replaced'),
  }),
  reply: Prompt,
});

export const deletePrompt = endpoint({
  method: 'DELETE',
  path: '/delete_prompt/{prompt_id}',
  summary: 'Deletes a prompt; only its creator can. It can be restored within a minute',
  ...aPrompt,
  reply: z.object({ deleted: z.literal(true) }),
});

export const restorePrompt = endpoint({
  method: 'POST',
  path: '/restore_prompt/{prompt_id}',
  summary: 'Restores a prompt that its creator deleted less than a minute ago',
  ...aPrompt,
  reply: Prompt,
});

export const getPromptVersions = endpoint({
  method: 'GET',
  path: '/prompt_versions/{prompt_id}',
  summary: 'The versions of a prompt, latest first; only for its creator',
  ...aPrompt,
  reply: z.object({ versions: z.array(PromptVersion) }),
});

export const restorePromptVersion = endpoint({
  method: 'POST',
  path: '/restore_prompt_version/{prompt_id}',
  summary: 'Saves title, text and labels of an earlier version as a new version; who can see the prompt stays the same',
  ...aPrompt,
  body: z.object({
    restored_version: Version.describe('the version to restore'),
    version: Version.describe('the latest version that the caller saw'),
  }),
  reply: Prompt,
});
