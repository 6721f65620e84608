import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { userPrompts } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';
import { settleUnsure } from './draft.actions.ts';
import { drafts } from './draft.state.ts';

/** Decides about a message that was on its way when the page went, as soon as the messages of the chat are there. */
export function useSettledOutgoing(chatId: string): void {
  const unsure = useSnapshot(drafts)[chatId]?.outgoing?.name === 'unsure';
  const loading = useSnapshot(chats).open[chatId]?.loading.name;
  useEffect(() => {
    if (unsure && loading === 'ready') settleUnsure(chatId, userPrompts(chatId).at(-1));
  }, [chatId, unsure, loading]);
}
