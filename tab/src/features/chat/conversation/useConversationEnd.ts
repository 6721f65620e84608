import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Virtualizer } from '@tanstack/react-virtual';
import { chats } from '../chat.state.ts';
import { isAtEnd } from './autoscroll.rules.ts';

/**
 * Keeps the end of the conversation in view while autoscroll is on. The list follows most growth itself, but not all:
 * sources and follow-up questions arrive after the text, and the composer takes height from the view.
 * @returns whether something is below the view, and a function that checks this again after a scroll
 */
export function useConversationEnd(
  chatId: string,
  scroller: RefObject<HTMLDivElement | null>,
  list: Virtualizer<HTMLDivElement, Element>,
): { isAway: boolean; check: () => void } {
  const [isAway, setIsAway] = useState(false);
  const check = () => {
    if (scroller.current) setIsAway(!isAtEnd(scroller.current));
  };
  const keep = () => {
    const view = scroller.current;
    // Reads the state: an effect of the same commit can have turned autoscroll off.
    if (view && chats.open[chatId]?.isAutoscrolling && !isAtEnd(view)) list.scrollToEnd();
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
