import { getFunctionGroups } from '../../../../api/contract/sites.ts';
import { api } from '../../api.ts';
import { logFailure } from '../../state/log.ts';
import { chats } from './chat.state.ts';
import { chatTexts } from './chat.texts.ts';

/** Fetches what can be mentioned. Without it Chat works as well; those who type an @ see no list. */
export async function loadGroups(): Promise<void> {
  try {
    chats.groups = (await api.call(getFunctionGroups, {})).groups;
  } catch (cause) {
    logFailure(chatTexts.fetchGroupsFailed, cause);
  }
}
