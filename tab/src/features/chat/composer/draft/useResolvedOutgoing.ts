import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { getUserPrompts } from '../../chat.actions.ts';
import { chats } from '../../chat.state.ts';
import { clearReturnedDraft, resolveUnsureOutgoing } from './draft.actions.ts';
import { drafts } from './draft.state.ts';

/**
 * Accepts or restores a message that was being sent when the page closed, once the chat is loaded; and clears a restored
 * draft after a retry sent it.
 */
export function useResolvedOutgoing(chatId: string): void {
  const unsure = useSnapshot(drafts)[chatId]?.outgoing?.name === 'unsure';
  const loading = useSnapshot(chats).open[chatId]?.loading.name;
  useEffect(() => {
    if (unsure && loading === 'ready') resolveUnsureOutgoing(chatId, getUserPrompts(chatId).at(-1));
  }, [chatId, unsure, loading]);

  const last = useSnapshot(chats).open[chatId]?.entries.findLast((entry) => entry.source === 'User');
  const stored = last?.delivery === 'stored' ? last.content : null;
  useEffect(() => {
    if (stored !== null) clearReturnedDraft(chatId, stored);
  }, [chatId, stored]);
}
