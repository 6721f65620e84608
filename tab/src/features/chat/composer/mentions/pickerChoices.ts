import type { Peer } from '#contract/people.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import type { RemoteFile } from '#tab/features/files/sources/remoteFile.ts';
import type { MentionGroup } from '#tab/features/chat/chat.state.ts';

/** What a choice of the picker stands for. */
export type PickTarget =
  | { kind: 'group'; name: string }
  | { kind: 'person'; person: Peer }
  | { kind: 'file'; file: RemoteFile }
  | { kind: 'prompt'; prompt: Prompt }
  | { kind: 'task'; taskId: string };

/** What the picker does beyond mentioning a group. */
export type ForeignTarget = Exclude<PickTarget, { kind: 'group' }>;

export interface PickerChoice<Target = PickTarget> {
  id: string;
  name: string;
  detail: string;
  target: Target;
}

export interface PickerPart<Target = PickTarget> {
  section: string;
  choices: readonly PickerChoice<Target>[];
}

/** The sections of groups, in display order. */
const groupSections = ['AVA-provided', 'Connected Data', 'Knowledge Search'] as const;

/** Groups whose name contains the typed text, in their sections. Empty sections are left out. */
export function getGroupParts(groups: readonly MentionGroup[], typed: string): PickerPart[] {
  const fitting = groups.filter((group) => containsText(group.group_name, typed));
  return groupSections
    .map((section) => ({
      section,
      choices: fitting.filter((group) => getSection(group) === section).map(toChoice),
    }))
    .filter((part) => part.choices.length > 0);
}

function getSection(group: MentionGroup): string {
  return groupSections.find((section) => section === group.section) ?? groupSections[0];
}

function toChoice({ group_name: name, group_description: detail }: MentionGroup): PickerChoice {
  return { id: `group ${name}`, name, detail, target: { kind: 'group', name } };
}

export function containsText(name: string, typed: string): boolean {
  return name.toLowerCase().includes(typed.trim().toLowerCase());
}
