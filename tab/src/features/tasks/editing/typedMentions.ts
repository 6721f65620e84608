import { linkTypedMentions, toPromptText } from '#contract/tasks/taskText.ts';
import { chats } from '#tab/features/chat/chat.state.ts';

/** The sites that a step can mention. Functions are no part of it: a step has all that are switched on. */
export const listSiteNames = (groups: readonly { group_name: string; site_link: string | null }[] = chats.groups) =>
  groups.filter((group) => group.site_link !== null).map((group) => group.group_name);

/** The sites that a prompt or a description mentions, picked from the list or typed. */
export function listMentions(richText: string, names: readonly string[] = listSiteNames()): string[] {
  return toPromptText(linkTypedMentions(richText, names)).mentions;
}
