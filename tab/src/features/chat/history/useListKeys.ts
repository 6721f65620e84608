import type { Virtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import type { HistoryRow } from '../history.rules.ts';

/** A row that a key asks for may still have to be drawn; it is looked for this many frames long. */
const FRAMES = 10;

/**
 * One row of the list is reached by Tab, the others from there by arrow keys, Home and End.
 * @returns the index of the row that Tab reaches, what says that a row has the focus, the rows' key handler, and what
 * brings the focus back to a row
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
    focusWhenDrawn(scroller, row.chat.ConversationId, FRAMES);
  };

  const onKey = (event: KeyboardEvent) => {
    const next = nextIndex(rows, reached, event.key);
    if (next === null) return;
    event.preventDefault();
    go(next);
  };

  /** Goes back to a chat of the list, as after its menu; to its neighbour where the chat itself is going. */
  const returnTo = (chatId: string, going = false) => {
    const at = indexOf(chatId);
    const neighbour = nextIndex(rows, at, 'ArrowDown') ?? nextIndex(rows, at, 'ArrowUp');
    const row = rows[going ? (neighbour ?? -1) : at];
    if (row?.name !== 'chat') return;
    const { ConversationId } = row.chat;
    // A frame later: the field, menu or dialog still has the focus.
    requestAnimationFrame(() => focusWhenDrawn(scroller, ConversationId, FRAMES));
  };

  return { reached, reach: setFocused, onKey, returnTo };
}

/** The row that a key leads to; headings are stepped over. `null` for other keys and at the ends. */
export function nextIndex(rows: readonly HistoryRow[], from: number, key: string): number | null {
  const chats = rows.flatMap((row, index) => (row.name === 'chat' ? [index] : []));
  const at = chats.indexOf(from);
  const next = { ArrowDown: chats[at + 1], ArrowUp: chats[at - 1], Home: chats[0], End: chats.at(-1) }[key];
  return next ?? null;
}

function focusWhenDrawn(scroller: RefObject<HTMLDivElement | null>, chatId: string, frames: number): void {
  const title = scroller.current?.querySelector<HTMLElement>(`[data-title="${chatId}"]`);
  if (title) title.focus();
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(scroller, chatId, frames - 1));
}
