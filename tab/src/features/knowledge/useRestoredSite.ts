import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { chats } from '#tab/features/chat/chat.state.ts';
import { restoreSite, selectLastSite } from './siteSelection.actions.ts';
import { loadSites } from './sites/sites.actions.ts';
import { sites } from './sites/sites.state.ts';

/**
 * Loads the sites when Knowledge Search opens. Restores the site of the open search; a new search starts with the site
 * that was used last.
 */
export function useRestoredSite(chatId: string | null): void {
  const { metadata, open } = useSnapshot(chats);
  const { list } = useSnapshot(sites);
  const metadataOfChat = metadata.find((chat) => chat.ConversationId === chatId);
  const corpus = metadataOfChat?.ChatCorpus ?? null;
  const chat = open[chatId ?? ''];
  const isNew = metadataOfChat === undefined && chat?.loading.name === 'ready' && chat.entries.length === 0;
  const searching = chatId !== null;
  useEffect(() => {
    if (searching) void loadSites();
  }, [searching]);
  useEffect(() => {
    if (chatId === null) return;
    restoreSite(chatId, corpus);
    if (isNew) selectLastSite(chatId);
  }, [chatId, corpus, isNew, list.name]);
}
