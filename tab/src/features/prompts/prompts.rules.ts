import { listLabels, promptLabels, splitList, type PromptLabel } from '#contract/prompts/promptLabels.ts';
import type { PromptFilter } from '#contract/prompts/promptRules.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { toTitleKey } from '#contract/prompts/promptTitle.ts';
import { promptTexts } from './prompts.texts.ts';
import type { Team } from './useTeams.ts';

export const allLabels = Object.keys(promptLabels) as PromptLabel[];

export const emptyFilter: PromptFilter = { tab: 'all', team: null, label: null, search: '' };

/** Whether a team or file type hides prompts of the tab. */
export function isNarrowed({ tab, team, label }: PromptFilter): boolean {
  return label !== null || (team !== null && tab !== 'mine');
}

/** Who can use a prompt. */
export function describeAudience(prompt: Prompt, teams: readonly Team[]): string {
  return prompt.is_private ? promptTexts.private : describeTeams(splitList(prompt.teams), teams);
}

/** Names of the teams that a prompt is shared with. */
export function describeTeams(ids: readonly string[], teams: readonly Team[]): string {
  const names = ids.map((id) => teams.find((team) => team.id === id)?.name ?? promptTexts.otherTeam);
  return names.length === 0 ? promptTexts.everyone : [...new Set(names)].join(', ');
}

/** What a person writes in the form. */
export interface PromptFields {
  title: string;
  text: string;
  labels: readonly PromptLabel[];
  isShared: boolean;
  /** Shared with everybody in the organization, and not only with teams. */
  isForEveryone: boolean;
  /** Ids of sites. */
  teams: readonly string[];
}

export const emptyFields: PromptFields = {
  title: '',
  text: '',
  labels: [],
  isShared: false,
  isForEveryone: false,
  teams: [],
};

export function toFields(prompt: Prompt): PromptFields {
  return {
    title: prompt.prompt_title,
    text: prompt.prompt_text,
    labels: listLabels(prompt.labels),
    isShared: !prompt.is_private,
    isForEveryone: !prompt.is_private && prompt.teams === '',
    teams: prompt.is_private ? [] : splitList(prompt.teams),
  };
}

/** The fields as the API takes them: lists as comma strings. */
export function toContent(fields: PromptFields) {
  const { title, text, labels, isShared } = fields;
  return {
    prompt_title: title.trim(),
    prompt_text: text,
    labels: labels.join(','),
    is_private: !isShared,
    teams: listTeams(fields).join(','),
  };
}

/** The teams that a prompt is shared with; none if it is shared with everybody, or private. */
export function listTeams({ isShared, isForEveryone, teams }: PromptFields): readonly string[] {
  return isShared && !isForEveryone ? teams : [];
}

/** Sets the share toggle. Turning it off also clears the teams and "for everybody". */
export function setShared(fields: PromptFields, isShared: boolean): PromptFields {
  return { ...fields, isShared, ...(isShared ? {} : { isForEveryone: false, teams: [] }) };
}

export function isChanged(fields: PromptFields, initial: PromptFields): boolean {
  return JSON.stringify(toContent(fields)) !== JSON.stringify(toContent(initial));
}

export type FieldErrors = Partial<Record<'title' | 'text' | 'teams', string>>;

/**
 * What is wrong with the fields of a prompt.
 * @param known all prompts that the person can see
 * @param edited the prompt before the change; null for a new one
 */
export function checkFields(fields: PromptFields, known: readonly Prompt[], edited: Prompt | null): FieldErrors {
  const { errors } = promptTexts.form;
  const found: FieldErrors = {};
  if (toTitleKey(fields.title) === '') found.title = errors.title;
  else if (isTitleTaken(fields, known, edited)) found.title = errors.exists;
  if (toTitleKey(fields.text) === '') found.text = errors.text;
  if (fields.isShared && !fields.isForEveryone && fields.teams.length === 0) found.teams = errors.teams;
  return found;
}

/** Whether another prompt, private or shared like this one, has the title. A title that is kept is not checked. */
function isTitleTaken({ title, isShared }: PromptFields, known: readonly Prompt[], edited: Prompt | null): boolean {
  const key = toTitleKey(title);
  const isKept = edited !== null && toTitleKey(edited.prompt_title) === key && edited.is_private === !isShared;
  if (isKept) return false;
  return known.some(
    (prompt) =>
      prompt.prompt_id !== edited?.prompt_id &&
      prompt.is_private === !isShared &&
      toTitleKey(prompt.prompt_title) === key,
  );
}
