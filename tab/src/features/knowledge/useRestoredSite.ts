import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { chats } from '../chat/chat.state.ts';
import { restoreSite } from './siteSelection.actions.ts';
import { loadSites } from './sites/sites.actions.ts';

/** Loads the sites when Knowledge Search opens, and restores the site of the open search. */
export function useRestoredSite(chatId: string | null): void {
  const { metadata } = useSnapshot(chats);
  const corpus = metadata.find((chat) => chat.ConversationId === chatId)?.ChatCorpus ?? null;
  const searching = chatId !== null;
  useEffect(() => {
    if (searching) void loadSites();
  }, [searching]);
  useEffect(() => {
    if (chatId !== null) restoreSite(chatId, corpus);
  }, [chatId, corpus]);
}
