import { useState } from 'react';
import type { HistoryItem } from './history.rules.ts';

export interface Selection {
  /** Null while the person does not select chats. */
  ids: ReadonlySet<string> | null;
  /** Selects or deselects a chat, or all chats from the one selected last to this one. */
  toggle: (id: string, range?: boolean) => void;
  /** Starts a selection with two adjacent chats. */
  startWith: (from: string, to: string) => void;
  start: () => void;
  selectAll: () => void;
  clear: () => void;
}

/** The chats that the person has selected. Chats that are no longer in the list are not selected. */
export function useSelection(rows: readonly HistoryItem[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [anchor, setAnchor] = useState<string | null>(null);
  const listed = rows.flatMap((row) => (row.name === 'chat' ? [row.key] : []));
  const ids = chosen && new Set(listed.filter((id) => chosen.has(id)));

  const toggle = (id: string, range = false) => {
    const next = new Set(ids);
    const [from, to] = [anchor === null ? -1 : listed.indexOf(anchor), listed.indexOf(id)];
    if (range && from >= 0) {
      for (const other of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(other);
    } else if (next.has(id)) {
      next.delete(id);
    } else {
      next.add(id);
    }
    setAnchor(id);
    setChosen(next);
  };

  return {
    ids,
    toggle,
    startWith: (from, to) => {
      setAnchor(from);
      setChosen(new Set([from, to]));
    },
    start: () => setChosen(new Set()),
    selectAll: () => setChosen(new Set(listed)),
    clear: () => {
      setChosen(null);
      setAnchor(null);
    },
  };
}
