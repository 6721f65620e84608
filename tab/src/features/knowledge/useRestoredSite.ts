import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { chats } from '#tab/features/chat/chat.state.ts';
import { restoreSites, selectLastSite } from './siteSelection.actions.ts';
import type { ChosenSites } from './siteSelection.state.ts';
import { loadSites } from './sites/sites.actions.ts';
import { sites } from './sites/sites.state.ts';

/**
 * Loads the sites when Knowledge Search opens. Restores the sites of the open search; a new search starts with the sites
 * that were used last.
 */
export function useRestoredSite(chatId: string | null): void {
  const { metadata, open } = useSnapshot(chats);
  const { list } = useSnapshot(sites);
  const metadataOfChat = metadata.find((chat) => chat.ConversationId === chatId);
  // A text, so that the effect runs only when the sites have changed.
  const searched = JSON.stringify(metadataOfChat?.ChatSites ?? null);
  const chat = open[chatId ?? ''];
  const isNew = metadataOfChat === undefined && chat?.loading.name === 'ready' && chat.entries.length === 0;
  const searching = chatId !== null;
  useEffect(() => {
    if (searching) void loadSites();
  }, [searching]);
  useEffect(() => {
    if (chatId === null) return;
    restoreSites(chatId, JSON.parse(searched) as ChosenSites | null);
    if (isNew) selectLastSite(chatId);
  }, [chatId, searched, isNew, list.name]);
}
