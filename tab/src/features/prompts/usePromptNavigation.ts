import type { Virtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent, type RefObject } from 'react';

/** A card that gets the focus might not be rendered yet; wait at most this many frames. */
const MAX_FRAMES = 10;
const PAGE_ROWS = 3;

/**
 * Keyboard navigation in the grid with one tab stop: Tab focuses one card and its buttons; arrow keys, Home, End and the
 * page keys move between cards.
 * @param keys of the cards in order
 */
export function usePromptNavigation(
  keys: readonly string[],
  columns: number,
  rows: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [focused, setFocused] = useState<string | null>(null);
  const tabStop = Math.max(0, focused === null ? 0 : keys.indexOf(focused));

  const moveTo = (index: number) => {
    const key = keys[index];
    if (key === undefined) return;
    setFocused(key);
    rows.scrollToIndex(Math.floor(index / columns));
    focusWhenRendered(scroller, key, MAX_FRAMES);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = getNextIndex(event.key, tabStop, keys.length, columns);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    moveTo(next);
  };

  /** Focuses a card when an open dialog has closed. */
  const returnTo = (key: string) => {
    setFocused(key);
    requestAnimationFrame(() => {
      const index = keys.indexOf(key);
      if (index >= 0) rows.scrollToIndex(Math.floor(index / columns));
      focusWhenRendered(scroller, key, MAX_FRAMES);
    });
  };

  return { tabStop, setFocused, onKeyDown, moveTo, returnTo };
}

/** The card that a key moves to; null for other keys. */
export function getNextIndex(key: string, from: number, count: number, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowDown: from + columns,
    ArrowUp: from - columns,
    PageDown: Math.min(from + PAGE_ROWS * columns, count - 1),
    PageUp: Math.max(from - PAGE_ROWS * columns, 0),
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  if (next === undefined) return null;
  // The last row can be shorter than the others.
  if (key === 'ArrowDown' && next >= count && Math.floor(from / columns) < Math.floor((count - 1) / columns))
    return count - 1;
  return next < 0 || next >= count ? from : next;
}

function focusWhenRendered(scroller: RefObject<HTMLDivElement | null>, key: string, frames: number): void {
  const card = scroller.current?.querySelector<HTMLElement>(`[data-card="${key}"]`);
  if (card) card.focus();
  else if (frames > 0) requestAnimationFrame(() => focusWhenRendered(scroller, key, frames - 1));
}
