import { useEffect, useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react';
import type { Virtualizer } from '@tanstack/react-virtual';
import { setAutoscroll } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';
import { isAnswering } from '../chat.rules.ts';
import {
  getAutoscrollChange,
  getAimedHeight,
  hasLastEntryReachedTop,
  recordHeight,
  type Heights,
} from './autoscroll.rules.ts';

/** Scrolling within this many milliseconds after a key, wheel or touch event is the person's. */
const PERSON_MS = 250;
const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Turns autoscroll on and off. Only the person's scrolling counts: scrolling by the list itself would turn it on again.
 * @returns the scroll handler, and a function that turns autoscroll on
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
  /** The entry whose end the person scrolled to; its top can leave the view. */
  const readEntry = useRef<string | undefined>(undefined);

  /** A running scroll to the end would follow the growing list; scrolling to the current offset cancels it. */
  const stop = (scrollTop: number) => {
    list.scrollToOffset(scrollTop);
    stoppedAt.current = performance.now();
    setAutoscroll(chatId, false);
  };

  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    // Earlier messages move the bottom; recorded heights are then wrong.
    if (firstSeen.current !== firstKey) heights.current = [];
    firstSeen.current = firstKey;
    heights.current = recordHeight(heights.current, performance.now(), view.scrollHeight, PERSON_MS);
    const chat = chats.open[chatId];
    const last = list.measurementsCache.at(-1);
    if (!chat?.isAutoscrolling || !last || readEntry.current === lastKey || !isAnswering(chat.entries)) return;
    if (hasLastEntryReachedTop(last, view)) stop(view.scrollTop);
  });

  const follow = () => {
    readEntry.current = lastKey;
    setAutoscroll(chatId, true);
  };
  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
    const view = { scrollTop, clientHeight, scrollHeight };
    const before = scrolledAt.current;
    scrolledAt.current = view.scrollTop;
    const following = chats.open[chatId]?.isAutoscrolling ?? false;
    // Not every scroll has a gesture event. Without autoscroll the list itself scrolls only briefly.
    const isWithoutFollowing = !following && performance.now() - stoppedAt.current > PERSON_MS;
    if (!person.isScrolling() && !isWithoutFollowing) return;
    const aimed = { ...view, scrollHeight: getAimedHeight(heights.current, view) };
    const meaning = getAutoscrollChange(before, aimed);
    if (meaning === 'off' && following) stop(scrollTop);
    if (meaning === 'on') follow();
    if (!following) person.extend();
  };
  return { onScroll, follow };
}

function usePersonScrolling(scroller: RefObject<HTMLDivElement | null>) {
  const state = useRef({ lastAt: -Infinity, held: false });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const getNow = () => performance.now();
    const mark = (event: Event) => {
      state.current.lastAt = getNow();
      // A scroll bar can be held for a long time between two moves.
      if (event.type === 'pointerdown') state.current.held = true;
    };
    const release = () => {
      if (state.current.held) state.current = { lastAt: getNow(), held: false };
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
    /** A flick on a touch screen continues scrolling after the finger is lifted. */
    extend: () => {
      state.current.lastAt = performance.now();
    },
  };
}
