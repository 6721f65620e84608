import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { chats } from '../chat/chat.state.ts';
import { restoreSite } from './siteSelection.actions.ts';
import { loadSites } from './sites/sites.actions.ts';

/** Fetches the sites when Knowledge Search is opened, and keeps each search at the site it has asked before. */
export function useSiteOfChat(chatId: string | null): void {
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
