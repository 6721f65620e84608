import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { PromptRow } from '#api/storage/tables/prompts/promptRow.ts';
import { findReadableTeams } from '#api/sites/teams.ts';
import type { AppContext } from '#api/context.ts';

/** Finds a prompt and checks the right of the person to do this with it. */
export async function authorizePrompt(
  ctx: AppContext,
  person: Person,
  id: string,
  action: 'edit' | 'delete',
): Promise<PromptRow> {
  const prompt = await ctx.store.prompts.find(id);
  if (!prompt || prompt.deletedAt) return authorize<'prompt', never>(person, action, 'prompt', undefined);
  return authorize(person, action, 'prompt', { ...prompt, shared: await isShared(ctx, person, prompt) });
}

/** Whether a prompt is for everybody, or for a team that the person can read. */
async function isShared(ctx: AppContext, person: Person, { owner, isPrivate, teams }: PromptRow): Promise<boolean> {
  // Private, foreign and own prompts need no check of access to a team.
  if (isPrivate || owner.tenantId !== person.tenantId || owner.id === person.id) return false;
  return teams.length === 0 || (await findReadableTeams(ctx, person, teams)).ids.length > 0;
}
