import { useEffect, useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react';
import type { Virtualizer } from '@tanstack/react-virtual';
import type { OpenChat } from '../chat.state.ts';
import { afterPersonScrolled, lastEntryReachedTop } from './autoscroll.rules.ts';

/** Scrolling within this time after a key, wheel or touch is the person's; in milliseconds. */
const PERSON_MS = 250;
const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Keeps `chat.follow` true to what the person does. Only their own scrolling counts: the list's own, which keeps it at
 * the bottom, would otherwise switch it on again.
 * @returns what the scrolling element's `onScroll` is
 */
export function useAutoscroll(
  chat: OpenChat,
  scroller: RefObject<HTMLDivElement | null>,
  list: Virtualizer<HTMLDivElement, Element>,
  lastKey: string | undefined,
): (event: UIEvent<HTMLDivElement>) => void {
  const scrolledAt = useRef(0);
  const person = usePersonScrolling(scroller);
  /** The entry whose end the person went to themselves; it may leave the view at the top. */
  const chosen = useRef<string | undefined>(undefined);

  useLayoutEffect(() => {
    const view = scroller.current;
    const last = list.measurementsCache.at(-1);
    if (!chat.follow || !view || !last || chosen.current === lastKey) return;
    if (lastEntryReachedTop(last, view)) stopFollowing(chat, list, view.scrollTop);
  });

  return (event) => {
    const view = event.currentTarget;
    const before = scrolledAt.current;
    scrolledAt.current = view.scrollTop;
    if (!person.isScrolling()) return;
    const meaning = afterPersonScrolled(before, view);
    if (meaning === 'off' && chat.follow) stopFollowing(chat, list, view.scrollTop);
    if (meaning === 'on') {
      chosen.current = lastKey;
      chat.follow = true;
    }
    if (!chat.follow) person.goesOn();
  };
}

/** A scroll to the end that is under way would go on chasing a list that grows; a scroll to where it is ends it. */
function stopFollowing(chat: OpenChat, list: Virtualizer<HTMLDivElement, Element>, scrollTop: number): void {
  list.scrollToOffset(scrollTop);
  chat.follow = false;
}

function usePersonScrolling(scroller: RefObject<HTMLDivElement | null>) {
  const state = useRef({ lastAt: -Infinity, held: false });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const now = () => performance.now();
    const mark = (event: Event) => {
      state.current.lastAt = now();
      // A scroll bar may be held for long between two moves.
      if (event.type === 'pointerdown') state.current.held = true;
    };
    const release = () => {
      state.current = { lastAt: now(), held: false };
    };
    for (const name of gestures) element.addEventListener(name, mark, { passive: true });
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      for (const name of gestures) element.removeEventListener(name, mark);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, [scroller]);
  return {
    isScrolling: () => state.current.held || performance.now() - state.current.lastAt < PERSON_MS,
    /** A flick on a touch screen scrolls on long after the finger has left. */
    goesOn: () => {
      state.current.lastAt = performance.now();
    },
  };
}
