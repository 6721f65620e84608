import { useEffect, useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react';
import type { Virtualizer } from '@tanstack/react-virtual';
import { setFollowing } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';
import { isAnswering } from '../chat.rules.ts';
import { afterPersonScrolled, aimedHeight, lastEntryReachedTop, noteHeight, type Heights } from './autoscroll.rules.ts';

/** Scrolling within this time after a key, wheel or touch is the person's; in milliseconds. */
const PERSON_MS = 250;
const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Keeps whether a chat follows its newest words true to what the person does. Only their own scrolling counts: the
 * list's own, which keeps it at the bottom, would otherwise switch it on again.
 * @returns the scrolling element's `onScroll`, and what follows the newest words at the person's wish
 */
export function useAutoscroll(
  chatId: string,
  scroller: RefObject<HTMLDivElement | null>,
  list: Virtualizer<HTMLDivElement, Element>,
  keys: readonly string[],
): { onScroll: (event: UIEvent<HTMLDivElement>) => void; follow: () => void } {
  const [firstKey, lastKey] = [keys[0], keys.at(-1)];
  const scrolledAt = useRef(0);
  const heights = useRef<Heights>([]);
  const firstSeen = useRef(firstKey);
  const stoppedAt = useRef(-Infinity);
  const person = usePersonScrolling(scroller);
  /** The entry whose end the person went to themselves; it may leave the view at the top. */
  const chosen = useRef<string | undefined>(undefined);

  /** A scroll to the end that is under way would go on chasing a list that grows; a scroll to where it is ends it. */
  const stop = (scrollTop: number) => {
    list.scrollToOffset(scrollTop);
    stoppedAt.current = performance.now();
    setFollowing(chatId, false);
  };

  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    // Earlier messages move the bottom away; where the view stands then may be where the bottom was.
    if (firstSeen.current !== firstKey) heights.current = [];
    firstSeen.current = firstKey;
    heights.current = noteHeight(heights.current, performance.now(), view.scrollHeight, PERSON_MS);
    const chat = chats.open[chatId];
    const last = list.measurementsCache.at(-1);
    if (!chat?.follow || !last || chosen.current === lastKey || !isAnswering(chat.entries)) return;
    if (lastEntryReachedTop(last, view)) stop(view.scrollTop);
  });

  const follow = () => {
    chosen.current = lastKey;
    setFollowing(chatId, true);
  };
  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
    const view = { scrollTop, clientHeight, scrollHeight };
    const before = scrolledAt.current;
    scrolledAt.current = view.scrollTop;
    const following = chats.open[chatId]?.follow ?? false;
    // Not every way to scroll is seen as a gesture; a list that does not follow scrolls by itself only for a moment.
    const still = !following && performance.now() - stoppedAt.current > PERSON_MS;
    if (!person.isScrolling() && !still) return;
    const aimed = { ...view, scrollHeight: aimedHeight(heights.current, view) };
    const meaning = afterPersonScrolled(before, aimed);
    if (meaning === 'off' && following) stop(scrollTop);
    if (meaning === 'on') follow();
    if (!following) person.goesOn();
  };
  return { onScroll, follow };
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
      if (state.current.held) state.current = { lastAt: now(), held: false };
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
