import { randomUUID } from 'node:crypto';
import type { InputOf } from '#contract/endpoint.ts';
import { AvaError } from '#contract/errors.ts';
import { RESTORE_PROMPT_MS } from '#contract/limits.ts';
import type {
  createPrompt as createEndpoint,
  Prompt,
  updatePrompt as updateEndpoint,
} from '#contract/prompts/prompts.ts';
import { cleanText } from '#contract/text/text.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import { findReadableTeams, listTeams, type ReadableTeams } from '#api/sites/teams.ts';
import type { PromptContent, PromptRow } from '#api/storage/tables/prompts/promptRow.ts';
import type { SavePromptResult } from '#api/storage/tables/prompts/prompts.ts';
import type { AppContext } from '#api/context.ts';
import { authorizePrompt } from './findPrompt.ts';
import { presentPrompt } from './presentPrompt.ts';

/** The prompts that the person can see: their own, those for everybody, and those of teams that they can read. */
export async function listPrompts(ctx: AppContext, person: Person): Promise<{ prompts: Prompt[]; truncated: boolean }> {
  const { ids: readable, failure } = await listReadableTeams(ctx, person);
  const { prompts, truncated } = await ctx.store.prompts.list(person, readable);
  // An empty list would look as if there were no prompts.
  if (failure && prompts.length === 0) throw failure;
  const teams = new Set(readable);
  return { prompts: prompts.map((prompt) => presentPrompt(person, prompt, teams)), truncated };
}

/** The teams of other people's prompts that the person can read. */
async function listReadableTeams(ctx: AppContext, person: Person): Promise<ReadableTeams> {
  return findReadableTeams(ctx, person, await ctx.store.prompts.listTeams(person));
}

/** Creates a prompt. A repeated request, whose reply was lost, returns the prompt of the first one. */
export async function createPrompt(
  ctx: AppContext,
  person: Person,
  { prompt_id: id = randomUUID(), ...input }: InputOf<typeof createEndpoint>,
): Promise<Prompt> {
  const existing = await ctx.store.prompts.find(id);
  const content = toContent(input);
  if (existing) return repeatCreation(person, existing, content);
  await checkTeams(ctx, person, content.teams, []);
  const now = ctx.clock.now();
  const owner = { tenantId: person.tenantId, id: person.id, name: person.name, email: person.email };
  return save(ctx, person, { id, owner, ...content, createdAt: now, modifiedAt: now }, null);
}

function repeatCreation(person: Person, stored: PromptRow, content: PromptContent): Prompt {
  const own = authorize(person, 'edit', 'prompt', stored.deletedAt ? undefined : { ...stored, shared: false });
  if (!isSameContent(own, content)) throw toConflict(person, own);
  return presentPrompt(person, own, new Set());
}

/** Changes a prompt, unless another device changed it since the person loaded it. */
export async function updatePrompt(
  ctx: AppContext,
  person: Person,
  { prompt_id: id, version: edited, ...input }: InputOf<typeof updateEndpoint>,
): Promise<Prompt> {
  const prompt = await authorizePrompt(ctx, person, id, 'edit');
  const version = edited ?? prompt.version;
  const content = toContent(input);
  if (prompt.version !== version) {
    // A repeated request, whose reply was lost, has nothing left to change.
    if (prompt.version === version + 1 && isSameContent(prompt, content))
      return presentPrompt(person, prompt, new Set());
    throw toConflict(person, prompt);
  }
  await checkTeams(ctx, person, content.teams, prompt.teams);
  return changePrompt(ctx, person, { ...prompt, ...content }, version);
}

/** Saves the next version of a prompt. */
export async function changePrompt(
  ctx: AppContext,
  person: Person,
  prompt: PromptRow,
  version: number,
): Promise<Prompt> {
  const owner = { ...prompt.owner, name: person.name, email: person.email };
  return save(ctx, person, { ...prompt, owner, modifiedAt: ctx.clock.now() }, version);
}

async function save(
  ctx: AppContext,
  person: Person,
  prompt: Omit<PromptRow, 'version' | 'deletedAt'>,
  version: number | null,
): Promise<Prompt> {
  const { ids: readableSites } = await listReadableTeams(ctx, person);
  const result = await ctx.store.prompts.save(prompt, { version, readableSites });
  if (result.name !== 'saved') throw toError(person, result);
  return presentPrompt(person, result.prompt, new Set());
}

function toError(person: Person, result: Exclude<SavePromptResult, { name: 'saved' }>): AvaError {
  switch (result.name) {
    case 'outdated':
      return toConflict(person, result.stored);
    case 'missing':
      return new AvaError('not_found');
    case 'title_exists':
      return new AvaError('prompt_exists');
    case 'full':
      return new AvaError('too_many_prompts');
    default:
      return result satisfies never;
  }
}

/** Returns the error `newer_version` with the stored prompt. Throws `not_found` if the prompt is another person's. */
function toConflict(person: Person, stored: PromptRow): AvaError {
  const own = authorize(person, 'edit', 'prompt', { ...stored, shared: false });
  return new AvaError('newer_version', { data: presentPrompt(person, own, new Set()) });
}

function toContent(input: Omit<InputOf<typeof createEndpoint>, 'prompt_id'>): PromptContent {
  return {
    title: cleanText(input.prompt_title),
    text: cleanText(input.prompt_text),
    labels: input.labels,
    isPrivate: input.is_private,
    teams: input.is_private ? [] : input.teams,
  };
}

function isSameContent(a: PromptContent, b: PromptContent): boolean {
  const toKey = ({ title, text, labels, isPrivate, teams }: PromptContent) =>
    JSON.stringify([title, text, labels, isPrivate, teams]);
  return toKey(a) === toKey(b);
}

/** People share with teams that they can read. Teams that the prompt already has can stay. */
async function checkTeams(
  ctx: AppContext,
  person: Person,
  teams: readonly string[],
  present: readonly string[],
): Promise<void> {
  const added = teams.filter((id) => !present.includes(id));
  if (added.length === 0) return;
  const own = new Set((await listTeams(ctx, person)).map(({ id }) => id));
  if (!added.every((id) => own.has(id))) throw new AvaError('not_found');
}

/** Deletes a prompt. The sweep removes it when it can no longer be restored. */
export async function deletePrompt(ctx: AppContext, person: Person, id: string): Promise<void> {
  const prompt = await authorizePrompt(ctx, person, id, 'delete');
  await ctx.store.prompts.delete(prompt.id, ctx.clock.now());
}

/** Undoes a deletion. A prompt that is not deleted stays as it is. */
export async function restorePrompt(ctx: AppContext, person: Person, id: string): Promise<Prompt> {
  const prompt = await ctx.store.prompts.find(id);
  if (!prompt?.deletedAt) return presentPrompt(person, await authorizePrompt(ctx, person, id, 'edit'), new Set());
  const isExpired = ctx.clock.now().getTime() - prompt.deletedAt.getTime() > RESTORE_PROMPT_MS;
  const own = authorize(person, 'edit', 'prompt', isExpired ? undefined : { ...prompt, shared: false });
  const result = await ctx.store.prompts.restore(own, (await listReadableTeams(ctx, person)).ids);
  if (result !== 'restored') throw new AvaError(result === 'full' ? 'too_many_prompts' : 'prompt_exists');
  return presentPrompt(person, own, new Set());
}
