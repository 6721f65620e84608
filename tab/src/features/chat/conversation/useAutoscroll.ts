import { useEffect, useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react';
import type { Virtualizer } from '@tanstack/react-virtual';
import { setAutoscroll } from '#tab/features/chat/chat.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { isAnswering } from '#tab/features/chat/chat.rules.ts';
import {
  getAutoscrollChange,
  getAimedHeight,
  hasLastEntryReachedTop,
  isEndNear,
  recordHeight,
  type Heights,
} from './autoscroll.rules.ts';

/** Scrolling within this many milliseconds after a key, wheel or touch event counts as the person's. */
const PERSON_MS = 250;
const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Turns autoscroll on and off. Only the person's scrolling counts: scrolling by the list itself would turn it on again.
 * @returns the scroll handler, and functions that turn autoscroll on and off
 */
export function useAutoscroll(
  chatId: string,
  scroller: RefObject<HTMLDivElement | null>,
  list: Virtualizer<HTMLDivElement, Element>,
  keys: readonly string[],
): { onScroll: (event: UIEvent<HTMLDivElement>) => void; follow: () => void; stop: (scrollTop: number) => void } {
  const [firstKey, lastKey] = [keys[0], keys.at(-1)];
  const scrolledAt = useRef(0);
  const heights = useRef<Heights>([]);
  const firstSeen = useRef(firstKey);
  const stoppedAt = useRef(-Infinity);
  const person = usePersonScrolling(scroller);
  /** Key of the last entry when the person went to the end; autoscroll continues when its start leaves the view. */
  const readEntry = useRef<string | undefined>(undefined);
  /**
   * Key of the answer at which autoscroll stopped because its start reached the top; not set if the person scrolled.
   */
  const leftAnswer = useRef<string | undefined>(undefined);

  /** An unfinished scroll to the end would follow the growing list; scrolling to the current offset cancels it. */
  const stop = (scrollTop: number) => {
    list.scrollToOffset(scrollTop);
    stoppedAt.current = performance.now();
    setAutoscroll(chatId, false);
  };

  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    // Loading earlier messages moves the bottom, so the recorded heights are wrong.
    if (firstSeen.current !== firstKey) heights.current = [];
    firstSeen.current = firstKey;
    heights.current = recordHeight(heights.current, performance.now(), view.scrollHeight, PERSON_MS);
    const chat = chats.open[chatId];
    const last = list.measurementsCache.at(-1);
    if (!chat || !last) return;
    if (isAnswering(chat.entries)) {
      const canLeave = chat.isAutoscrolling && readEntry.current !== lastKey;
      if (canLeave && hasLastEntryReachedTop(last, view)) {
        stop(view.scrollTop);
        leftAnswer.current = lastKey;
      }
    } else if (leftAnswer.current === lastKey) {
      leftAnswer.current = undefined;
      if (isEndNear(view)) setAutoscroll(chatId, true);
    }
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
    // Some scrolls of a person have no gesture event. So if autoscroll is off, every scroll counts as the person's,
    // except just after autoscroll stopped.
    const isWithoutFollowing = !following && performance.now() - stoppedAt.current > PERSON_MS;
    if (!person.isScrolling() && !isWithoutFollowing) return;
    if (scrollTop !== before) leftAnswer.current = undefined;
    const aimed = { ...view, scrollHeight: getAimedHeight(heights.current, view) };
    const meaning = getAutoscrollChange(before, aimed);
    if (meaning === 'off' && following) stop(scrollTop);
    if (meaning === 'on') follow();
    if (!following) person.extend();
  };
  return { onScroll, follow, stop };
}

function usePersonScrolling(scroller: RefObject<HTMLDivElement | null>) {
  const state = useRef({ lastAt: -Infinity, held: false });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const getNow = () => performance.now();
    const mark = (event: Event) => {
      state.current.lastAt = getNow();
      // A person can hold the scroll bar without moving it for longer than PERSON_MS.
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
    /**
     * Attributes the next scroll to the person, too: after a swipe, a touch screen keeps scrolling without touch
     * events.
     */
    extend: () => {
      state.current.lastAt = performance.now();
    },
  };
}
