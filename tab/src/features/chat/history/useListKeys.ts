import type { Virtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import type { HistoryRow } from '../history.rules.ts';

/** A row that a key asks for may still have to be drawn; it is looked for this many frames long. */
const FRAMES = 10;

/**
 * One row of the list is reached by Tab, the others from there by arrow keys, Home and End.
 * @returns the index of the row that Tab reaches, what says that a row has the focus, and the rows' key handler
 */
export function useListKeys(
  rows: readonly HistoryRow[],
  openId: string | null,
  list: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [focused, setFocused] = useState<string | null>(null);
  const indexOf = (chatId: string | null) =>
    rows.findIndex((row) => row.name === 'chat' && row.chat.ConversationId === chatId);
  const first = rows.findIndex((row) => row.name === 'chat');
  const reached = [indexOf(focused), indexOf(openId), first].find((index) => index >= 0) ?? -1;

  const go = (index: number) => {
    const row = rows[index];
    if (row?.name !== 'chat') return;
    setFocused(row.chat.ConversationId);
    list.scrollToIndex(index);
    focusWhenDrawn(scroller, index, FRAMES);
  };

  const onKey = (event: KeyboardEvent) => {
    const next = nextIndex(rows, reached, event.key);
    if (next === null) return;
    event.preventDefault();
    go(next);
  };

  return { reached, reach: setFocused, onKey };
}

/** The row that a key leads to; headings are stepped over. `null` for other keys and at the ends. */
export function nextIndex(rows: readonly HistoryRow[], from: number, key: string): number | null {
  const chats = rows.flatMap((row, index) => (row.name === 'chat' ? [index] : []));
  const at = chats.indexOf(from);
  const next = { ArrowDown: chats[at + 1], ArrowUp: chats[at - 1], Home: chats[0], End: chats.at(-1) }[key];
  return next ?? null;
}

function focusWhenDrawn(scroller: RefObject<HTMLDivElement | null>, index: number, frames: number): void {
  const title = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-title]`);
  if (title) title.focus();
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(scroller, index, frames - 1));
}
