import type { Virtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import type { HistoryItem } from './history.rules.ts';

/** A row that gets the focus might not be rendered yet; wait at most this many frames. */
const MAX_FRAMES = 10;

/**
 * Keyboard navigation with one tab stop: Tab focuses one row; arrow keys, Home and End move from there.
 * @returns the index of the tab stop, a setter for the focused chat, the rows' key handler, and a function that returns
 * the focus to a row
 */
export function useListNavigation(
  rows: readonly HistoryItem[],
  openId: string | null,
  list: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [focused, setFocused] = useState<string | null>(null);
  const indexOf = (chatId: string | null) =>
    rows.findIndex((row) => row.name === 'chat' && row.chat.ConversationId === chatId);
  const first = rows.findIndex((row) => row.name === 'chat');
  const tabStop = [indexOf(focused), indexOf(openId), first].find((index) => index >= 0) ?? -1;

  const moveTo = (index: number) => {
    const row = rows[index];
    if (row?.name !== 'chat') return;
    setFocused(row.chat.ConversationId);
    list.scrollToIndex(index);
    focusWhenRendered(scroller, row.chat.ConversationId, MAX_FRAMES);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = getNextIndex(rows, tabStop, event.key);
    if (next === null) return;
    event.preventDefault();
    moveTo(next);
  };

  /** Focuses a chat again, for example after its menu closed, or its neighbor if the chat was deleted. */
  const returnTo = (chatId: string, isDeleted = false) => {
    const index = indexOf(chatId);
    const neighbor = getNextIndex(rows, index, 'ArrowDown') ?? getNextIndex(rows, index, 'ArrowUp');
    const row = rows[isDeleted ? (neighbor ?? -1) : index];
    if (row?.name !== 'chat') return;
    const { ConversationId } = row.chat;
    // Waits for the next frame, because the field, menu or dialog still has the focus.
    requestAnimationFrame(() => focusWhenRendered(scroller, ConversationId, MAX_FRAMES));
  };

  return { tabStop, setFocused, onKeyDown, returnTo };
}

/** The row that a key moves to, skipping headings. `null` for other keys and at the ends. */
function getNextIndex(rows: readonly HistoryItem[], from: number, key: string): number | null {
  const chats = rows.flatMap((row, index) => (row.name === 'chat' ? [index] : []));
  const position = chats.indexOf(from);
  const next = { ArrowDown: chats[position + 1], ArrowUp: chats[position - 1], Home: chats[0], End: chats.at(-1) }[key];
  return next ?? null;
}

function focusWhenRendered(scroller: RefObject<HTMLDivElement | null>, chatId: string, frames: number): void {
  const title = scroller.current?.querySelector<HTMLElement>(`[data-title="${chatId}"]`);
  if (title) title.focus();
  else if (frames > 0) requestAnimationFrame(() => focusWhenRendered(scroller, chatId, frames - 1));
}
