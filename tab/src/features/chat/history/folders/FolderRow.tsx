import { ChevronDown16Regular, ChevronRight16Regular, FolderRegular } from '@fluentui/react-icons';
import type { KeyboardEvent } from 'react';
import type { Folder } from '#contract/chats/history.ts';
import { matchesShortcut } from '#tab/shell/keyboard/shortcuts.ts';
import type { ChatAction } from '#tab/features/chat/history/chatAction.ts';
import { useHistoryStyles } from '#tab/features/chat/history/history.styles.ts';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';
import { MoreButton, getAnchor } from '#tab/features/chat/history/RowMenu.tsx';

interface FolderRowProps {
  rowKey: string;
  folder: Folder;
  count: number;
  isOpen: boolean;
  /** Whether Tab moves the focus to this row. */
  isTabStop: boolean;
  onFocused: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onToggle: (open: boolean) => void;
  onAction: (action: ChatAction) => void;
  onDelete: () => void;
}

/** A folder. A click or the arrow keys open and close it; F2 renames it, Delete deletes it. */
export function FolderRow(props: FolderRowProps) {
  const { rowKey: key, folder, count, isOpen, isTabStop, onFocused, onKeyDown, onToggle, onAction, onDelete } = props;
  const styles = useHistoryStyles();
  const tabIndex = isTabStop ? 0 : -1;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') onToggle(true);
    if (event.key === 'ArrowLeft') onToggle(false);
    if (matchesShortcut(event, 'rename')) onAction({ name: 'renamingFolder', key, folder });
    if (matchesShortcut(event, 'delete')) onDelete();
    onKeyDown(event);
  };
  return (
    <div className={styles.row}>
      <button
        type="button"
        data-title={key}
        className={styles.folder}
        title={folder.Name}
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        aria-keyshortcuts="F2 Delete"
        onClick={() => onToggle(!isOpen)}
        onContextMenu={(event) => {
          event.preventDefault();
          onAction({ name: 'folderMenu', key, folder, anchor: getAnchor(event) });
        }}
        onFocus={onFocused}
        onKeyDown={handleKey}
      >
        {isOpen ? <ChevronDown16Regular /> : <ChevronRight16Regular />}
        <FolderRegular />
        <bdi className={styles.ellipsis}>{folder.Name}</bdi>
        <span className={styles.count}>
          <span aria-hidden>{count}</span>
          <span className={styles.spoken}>{historyTexts.chatCount(count)}</span>
        </span>
      </button>
      <MoreButton
        label={historyTexts.folderOptions(folder.Name)}
        tabIndex={tabIndex}
        onOpen={(anchor) => onAction({ name: 'folderMenu', key, folder, anchor })}
      />
    </div>
  );
}
