import { getFunctionGroups } from '../../../../../api/contract/sites/sites.ts';
import { api } from '../../../api.ts';
import { logFailure } from '../../../state/log.ts';
import { chats } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';

/** Loads the groups that can be mentioned. Chat works without them; typing @ then opens no list. */
export async function loadMentionGroups(): Promise<void> {
  try {
    chats.groups = (await api.call(getFunctionGroups, {})).groups;
  } catch (cause) {
    logFailure(chatTexts.fetchMentionGroupsFailed, cause);
  }
}
