import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { Folder } from '#contract/chats/history.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { matchesShortcut } from '#tab/shell/keyboard/shortcuts.ts';
import { chats as state } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import type { ChatAction } from './chatAction.ts';
import { FolderRow } from './folders/FolderRow.tsx';
import { removeFolder } from './folders/folders.actions.ts';
import { pinChats, removeChats } from './history.actions.ts';
import type { HistoryItem } from './history.rules.ts';
import { getRowPx, useHistoryStyles } from './history.styles.ts';
import { HistoryDialogs } from './HistoryDialogs.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { ResultRow } from './search/ResultRow.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useListNavigation } from './useListNavigation.ts';
import type { Selection } from './useSelection.ts';

interface HistoryListProps {
  rows: readonly HistoryItem[];
  selection: Selection;
  onToggleFolder: (folderId: string, open: boolean) => void;
}

/**
 * The rows of the history; only those in view are rendered. Arrow keys, Home and End move the focus, F2 renames, Delete
 * deletes, P pins, M moves; with Shift, the arrow keys select.
 */
export function HistoryList({ rows, selection, onToggleFolder }: HistoryListProps) {
  const styles = useHistoryStyles();
  const openId = useSnapshot(state).openId;
  const isPhone = useSnapshot(layout).width === 'phone';
  const [action, setAction] = useState<ChatAction>({ name: 'nothing' });
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => getRowPx(rows[index]?.name ?? 'chat', isPhone),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  useEffect(() => list.measure(), [list, isPhone, rows.length]);
  const { tabStop, setFocused, onKeyDown, returnTo } = useListNavigation(rows, openId, list, scroller);
  const reset = () => setAction({ name: 'nothing' });
  const close = (isRemoved = false) => {
    if (action.name !== 'nothing') returnTo(action.key, isRemoved);
    reset();
  };
  const remove = (ids: readonly string[], key: string) => {
    if (ids.length > 1) return setAction({ name: 'deleting', key, ids });
    returnTo(key, true);
    selection.clear();
    void removeChats(ids);
  };
  const removeFolderAt = (folder: Folder, key: string) => {
    returnTo(key, true);
    reset();
    void removeFolder(folder);
  };

  const selected = selection.ids === null ? [] : [...selection.ids];
  const rowByKey = new Map(rows.map((row) => [row.key, row]));
  const chatsOf = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const row = rowByKey.get(id);
      return row?.name === 'chat' ? [row.chat] : [];
    });
  const arePinned = (ids: readonly string[]) => chatsOf(ids).every((chat) => chat.Pinned);

  /** The keys of a chat act on the selected chats, if there are any. */
  const handleChatKey = (event: KeyboardEvent, row: HistoryItem & { name: 'chat' }) => {
    const ids = selected.length > 0 ? selected : [row.key];
    const handle = (run: () => void) => {
      event.preventDefault();
      run();
    };
    if (matchesShortcut(event, 'rename')) setAction({ name: 'renaming', key: row.key, chat: row.chat });
    else if (matchesShortcut(event, 'delete')) remove(ids, row.key);
    else if (matchesShortcut(event, 'pin')) void pinChats(ids, !arePinned(ids));
    else if (matchesShortcut(event, 'move')) setAction({ name: 'moving', key: row.key, ids });
    else if (matchesShortcut(event, 'select')) handle(() => selection.toggle(row.key));
    else if (matchesShortcut(event, 'selectAll')) handle(selection.selectAll);
    else if (matchesShortcut(event, 'clearSelection') && selection.ids !== null) {
      event.stopPropagation();
      selection.clear();
    }
    const next = onKeyDown(event);
    if (next?.name === 'chat' && (matchesShortcut(event, 'selectDown') || matchesShortcut(event, 'selectUp'))) {
      if (selection.ids === null) selection.startWith(row.key, next.key);
      else selection.toggle(next.key, true);
    }
  };

  const renderRow = (row: HistoryItem, index: number) => {
    const shared = { isTabStop: index === tabStop, onFocused: () => setFocused(row.key) };
    switch (row.name) {
      case 'heading':
        return <h3 className={styles.heading}>{row.label}</h3>;
      case 'folder':
        return (
          <FolderRow
            {...shared}
            rowKey={row.key}
            folder={row.folder}
            count={row.count}
            isOpen={row.isOpen}
            onKeyDown={onKeyDown}
            onToggle={(open) => onToggleFolder(row.folder.FolderId, open)}
            onAction={setAction}
            onDelete={() => removeFolderAt(row.folder, row.key)}
          />
        );
      case 'result':
        return <ResultRow {...shared} rowKey={row.key} result={row.result} onKeyDown={onKeyDown} />;
      case 'chat':
        return (
          <HistoryRow
            {...shared}
            chat={row.chat}
            isOpen={row.key === openId}
            isFiled={row.isFiled}
            isRenaming={action.name === 'renaming' && action.key === row.key}
            isSelected={selection.ids && selection.ids.has(row.key)}
            onKeyDown={(event) => handleChatKey(event, row)}
            onAction={setAction}
            onSelect={(range) => selection.toggle(row.key, range)}
            onRenamed={(byKey) => (byKey ? close() : reset())}
          />
        );
      default:
        return row satisfies never;
    }
  };

  return (
    <>
      {selection.ids !== null && (
        <SelectionBar
          count={selected.length}
          arePinned={selected.length > 0 && arePinned(selected)}
          onPin={() => void pinChats(selected, !arePinned(selected))}
          onMove={() => setAction({ name: 'moving', key: selected[0] ?? '', ids: selected })}
          onDelete={() => remove(selected, selected[0] ?? '')}
          onClear={selection.clear}
        />
      )}
      <div ref={scroller} className={styles.scroller}>
        <ul className={styles.sizer} style={{ height: list.getTotalSize() }} aria-label={chatTexts.chatHistory}>
          {list.getVirtualItems().map(({ key, index, start, size }) => {
            const row = rows[index];
            return (
              <li
                key={key}
                data-index={index}
                className={styles.slot}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {row && renderRow(row, index)}
              </li>
            );
          })}
        </ul>
      </div>
      <HistoryDialogs
        action={action}
        onAction={setAction}
        onClose={close}
        onSelect={selection.toggle}
        onMoved={selection.clear}
        onRemove={(ids, key) => remove(ids, key)}
        onConfirmRemove={(ids) => {
          close(true);
          selection.clear();
          void removeChats(ids);
        }}
        onRemoveFolder={removeFolderAt}
      />
    </>
  );
}
