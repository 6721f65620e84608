import type { Virtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { shortcuts } from '#tab/shell/keyboard/shortcuts.ts';
import type { HistoryItem } from './history.rules.ts';

/** A row that gets the focus might not be rendered yet; wait at most this many frames. */
const MAX_FRAMES = 10;

/**
 * Keyboard navigation with one tab stop: Tab focuses one row; arrow keys, Home and End move from there.
 * @returns the index of the tab stop, a setter for the key of the focused row, the rows' key handler, and a function that
 * returns the focus to a row
 */
export function useListNavigation(
  rows: readonly HistoryItem[],
  openId: string | null,
  list: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [focused, setFocused] = useState<string | null>(null);
  const indexOf = (key: string | null) => rows.findIndex((row) => row.name !== 'heading' && row.key === key);
  const first = rows.findIndex((row) => row.name !== 'heading');
  const tabStop = [indexOf(focused), indexOf(openId), first].find((index) => index >= 0) ?? -1;

  const moveTo = (index: number) => {
    const row = rows[index];
    if (!row || row.name === 'heading') return;
    setFocused(row.key);
    list.scrollToIndex(index);
    focusWhenRendered(scroller, row.key, MAX_FRAMES);
  };

  /** Moves the focus; returns the row that got it. */
  const onKeyDown = (event: KeyboardEvent): HistoryItem | null => {
    const next = getNextIndex(rows, tabStop, event.key);
    if (next === null) return null;
    event.preventDefault();
    moveTo(next);
    return rows[next] ?? null;
  };

  /** Focuses a row again, for example after its menu closed, or its neighbor if it is about to be removed. */
  const returnTo = (key: string, isRemoved = false) => {
    const index = indexOf(key);
    const neighbor = getNextIndex(rows, index, 'ArrowDown') ?? getNextIndex(rows, index, 'ArrowUp');
    const row = rows[isRemoved ? (neighbor ?? -1) : index];
    if (!row || row.name === 'heading') return;
    // Waits for the next frame, because the field, menu or dialog still has the focus.
    requestAnimationFrame(() => focusWhenRendered(scroller, row.key, MAX_FRAMES));
  };

  return { tabStop, setFocused, onKeyDown, returnTo };
}

/** The row that a key moves to, skipping headings. `null` for other keys and at the ends. */
function getNextIndex(rows: readonly HistoryItem[], from: number, key: string): number | null {
  const isRow = (row: HistoryItem) => row.name !== 'heading';
  const find: Record<string, () => number> = {
    [shortcuts.nextRow.keys[0]]: () => rows.findIndex((row, index) => index > from && isRow(row)),
    [shortcuts.previousRow.keys[0]]: () => rows.findLastIndex((row, index) => index < from && isRow(row)),
    [shortcuts.firstRow.keys[0]]: () => rows.findIndex(isRow),
    [shortcuts.lastRow.keys[0]]: () => rows.findLastIndex(isRow),
  };
  const next = find[key]?.() ?? -1;
  return next < 0 ? null : next;
}

function focusWhenRendered(scroller: RefObject<HTMLDivElement | null>, key: string, frames: number): void {
  const title = scroller.current?.querySelector<HTMLElement>(`[data-title="${key}"]`);
  if (title) title.focus();
  else if (frames > 0) requestAnimationFrame(() => focusWhenRendered(scroller, key, frames - 1));
}
