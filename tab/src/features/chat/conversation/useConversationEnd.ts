import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Virtualizer } from '@tanstack/react-virtual';
import { chats } from '#tab/features/chat/chat.state.ts';
import { hasScrolledUp, isAtEnd, type Position } from './autoscroll.rules.ts';

/**
 * Keeps the end of the conversation in view while autoscroll is on. The list itself follows the growing text, but not
 * everything: sources and follow-up questions arrive after the text, and the composer takes height from the view. Find
 * in page, screen readers and scripts scroll without a gesture: that turns autoscroll off.
 * @returns whether something is below the view, and a function that checks this again after a scroll
 */
export function useConversationEnd(
  chatId: string,
  scroller: RefObject<HTMLDivElement | null>,
  list: Virtualizer<HTMLDivElement, Element>,
  stopAutoscroll: (scrollTop: number) => void,
): { isAway: boolean; check: () => void } {
  const [isAway, setIsAway] = useState(false);
  const seen = useRef<Position & { chatId: string }>(undefined);
  const check = () => {
    const view = scroller.current;
    if (!view) return;
    const { scrollTop, clientHeight } = view;
    // The height comes from the list: when it measures an entry, it scrolls before the document has the new height.
    const position = { chatId, scrollTop, clientHeight, listHeight: list.getTotalSize() };
    const isScrolledUp = seen.current?.chatId === chatId && hasScrolledUp(seen.current, position) && !isAtEnd(view);
    seen.current = position;
    if (isScrolledUp && chats.open[chatId]?.isAutoscrolling) stopAutoscroll(scrollTop);
    setIsAway(!isAtEnd(view));
  };
  const keep = () => {
    check();
    const view = scroller.current;
    // Reads the state and not a snapshot, because another effect of the same commit can have turned autoscroll off.
    if (!view || !chats.open[chatId]?.isAutoscrolling || isAtEnd(view)) return;
    list.scrollToEnd();
    check();
  };
  const latestKeep = useRef(keep);
  useLayoutEffect(() => {
    latestKeep.current = keep;
    keep();
  });
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(() => latestKeep.current());
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller]);
  return { isAway, check };
}
