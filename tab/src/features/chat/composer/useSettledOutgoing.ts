import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { userPrompts } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';
import { settleReturned, settleUnsure } from './draft.actions.ts';
import { drafts } from './draft.state.ts';

/**
 * Decides about a message that was on its way when the page went, as soon as the messages of the chat are there; and
 * about one that came back and was then sent by a retry.
 */
export function useSettledOutgoing(chatId: string): void {
  const unsure = useSnapshot(drafts)[chatId]?.outgoing?.name === 'unsure';
  const loading = useSnapshot(chats).open[chatId]?.loading.name;
  useEffect(() => {
    if (unsure && loading === 'ready') settleUnsure(chatId, userPrompts(chatId).at(-1));
  }, [chatId, unsure, loading]);

  const last = useSnapshot(chats).open[chatId]?.entries.findLast((entry) => entry.source === 'User');
  const stored = last?.delivery === 'stored' ? last.content : null;
  useEffect(() => {
    if (stored !== null) settleReturned(chatId, stored);
  }, [chatId, stored]);
}
