import type { Prompt, PromptVersion } from '#contract/prompts/prompts.ts';
import { describeLabels } from '#contract/prompts/promptLabels.ts';
import type { Person } from '#api/identity/person.ts';
import { can } from '#api/policies/policies.ts';
import type { PromptRow, PromptVersionRow } from '#api/storage/tables/prompts/promptRow.ts';

/** Returns a prompt with the field names of the API. Its creator sees all its teams, others those that they can read. */
export function presentPrompt(person: Person, prompt: PromptRow, readable: ReadonlySet<string>): Prompt {
  const { owner } = prompt;
  const resource = { ...prompt, shared: true };
  const mine = owner.id === person.id;
  return {
    ...presentContent(prompt),
    prompt_id: prompt.id,
    prompt_type: 'file',
    prompt_role: 'user',
    teams: prompt.teams.filter((id) => mine || readable.has(id)).join(','),
    creator_id: owner.id,
    creator_name: owner.name,
    creator_email: owner.email,
    creator_photo: `/user/photo?id=${owner.id}`,
    created_on: prompt.createdAt.toISOString(),
    mine,
    can: { edit: can(person, 'edit', 'prompt', resource), delete: can(person, 'delete', 'prompt', resource) },
  };
}

export function presentVersion(row: PromptVersionRow): PromptVersion {
  return presentContent(row);
}

function presentContent(row: PromptVersionRow): PromptVersion {
  return {
    version: row.version,
    prompt_title: row.title,
    prompt_text: row.text,
    labels: row.labels.join(','),
    labels_text: describeLabels(row.labels),
    is_private: row.isPrivate,
    modified_on: row.modifiedAt.toISOString(),
  };
}
