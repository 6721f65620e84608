import type { InputOf } from '#contract/endpoint.ts';
import { AvaError } from '#contract/errors.ts';
import type { Prompt, PromptVersion, restorePromptVersion as restoreEndpoint } from '#contract/prompts/prompts.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { authorizePrompt } from './findPrompt.ts';
import { presentVersion } from './presentPrompt.ts';
import { changePrompt } from './prompts.ts';

/** The versions of a prompt. Only for its creator: an earlier version can have been private. */
export async function listPromptVersions(ctx: AppContext, person: Person, id: string): Promise<PromptVersion[]> {
  const prompt = await authorizePrompt(ctx, person, id, 'edit');
  return (await ctx.store.promptVersions.list(prompt.id)).map(presentVersion);
}

/** Saves an earlier version as a new one. Who can see the prompt stays the same, so nothing is shared by accident. */
export async function restorePromptVersion(
  ctx: AppContext,
  person: Person,
  { prompt_id: id, restored_version: restored, version }: InputOf<typeof restoreEndpoint>,
): Promise<Prompt> {
  const prompt = await authorizePrompt(ctx, person, id, 'edit');
  const earlier = await ctx.store.promptVersions.find(prompt.id, restored);
  if (!earlier) throw new AvaError('not_found');
  const { title, text, labels } = earlier;
  return changePrompt(ctx, person, { ...prompt, title, text, labels }, version);
}
