import { getFunctionGroups } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';

/** Loads the groups that can be mentioned. Chat works without them; typing @ then opens no list. */
export async function loadMentionGroups(): Promise<void> {
  try {
    chats.groups = (await api.call(getFunctionGroups, {})).groups;
  } catch (cause) {
    logFailure(chatTexts.fetchMentionGroupsFailed, cause);
  }
}
