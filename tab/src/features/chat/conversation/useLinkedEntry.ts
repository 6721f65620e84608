import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { setAutoscroll } from '#tab/features/chat/chat.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';

/** Scrolls to the start of the linked message once it is loaded, or to its end if the link opens the menu there. */
export function useLinkedEntry(chatId: string, list: Virtualizer<HTMLDivElement, Element>, count: number): void {
  const { linkedMessageId: lookAt } = useSnapshot(chats);
  useLayoutEffect(() => {
    if (lookAt === null) return;
    const index = chats.open[chatId]?.entries.findIndex((entry) => entry.message_id === lookAt) ?? -1;
    if (index < 0) return;
    chats.linkedMessageId = null;
    setAutoscroll(chatId, false);
    list.scrollToIndex(index, { align: chats.linkedExportId === lookAt ? 'end' : 'start' });
  }, [chatId, list, lookAt, count]);
}
