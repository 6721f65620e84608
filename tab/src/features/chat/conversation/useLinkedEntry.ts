import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { setFollowing } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';

/** Shows the message that a link leads to, from its beginning, once it is there. */
export function useLinkedEntry(chatId: string, list: Virtualizer<HTMLDivElement, Element>, count: number): void {
  const { lookAt } = useSnapshot(chats);
  useLayoutEffect(() => {
    if (lookAt === null) return;
    const at = chats.open[chatId]?.entries.findIndex((entry) => entry.message_id === lookAt) ?? -1;
    if (at < 0) return;
    chats.lookAt = null;
    setFollowing(chatId, false);
    list.scrollToIndex(at, { align: 'start' });
  }, [chatId, list, lookAt, count]);
}
