import { mergeClasses, Tooltip } from '@fluentui/react-components';
import { PeopleRegular } from '@fluentui/react-icons';
import { lazy, Suspense, type KeyboardEvent, type MouseEvent } from 'react';
import type { ChatMetadata } from '#contract/chats/chat.ts';
import { closeDrawers } from '#tab/shell/layout/layout.actions.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import type { ChatAction } from './chatAction.ts';
import { ChatMarker } from './ChatMarker.tsx';
import { formatFullDate } from './history.rules.ts';
import { useHistoryStyles } from './history.styles.ts';
import { historyTexts } from './history.texts.ts';
import { MoreButton, getAnchor } from './RowMenu.tsx';
import { RenameField } from './RenameField.tsx';
import { openChat } from '#tab/features/chat/opening/open.actions.ts';

const SelectionCheckbox = lazy(() => import('./SelectionCheckbox.tsx'));

interface HistoryRowProps {
  chat: ChatMetadata;
  isOpen: boolean;
  /** Whether the chat is shown below its folder. */
  isFiled: boolean;
  /** Whether Tab moves the focus to this row. */
  isTabStop: boolean;
  isRenaming: boolean;
  /** Null while no chats are selected. */
  isSelected: boolean | null;
  onFocused: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onAction: (action: ChatAction) => void;
  onSelect: (range: boolean) => void;
  /** Called when the title field closes. If a key closed it, the focus returns to the chat. */
  onRenamed: (byKey: boolean) => void;
}

/**
 * One chat. A click opens it; the button, the right mouse button or the menu key opens its menu. Ctrl or Shift with a click
 * selects it, and further clicks select more.
 */
export function HistoryRow({
  chat,
  isOpen,
  isFiled,
  isTabStop,
  isRenaming,
  isSelected,
  onFocused,
  onKeyDown,
  onAction,
  onSelect,
  onRenamed,
}: HistoryRowProps) {
  const styles = useHistoryStyles();
  if (isRenaming) {
    return (
      <div className={styles.row}>
        <RenameField chat={chat} onDone={onRenamed} />
      </div>
    );
  }
  const isSelecting = isSelected !== null;
  const key = chat.ConversationId;
  const click = (event: MouseEvent) => {
    if (isSelecting || event.shiftKey || event.ctrlKey || event.metaKey) return onSelect(event.shiftKey);
    closeDrawers();
    void openChat(key);
  };
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    if (!isSelecting) onAction({ name: 'menu', key, chat, anchor: getAnchor(event) });
  };
  const tabIndex = isTabStop ? 0 : -1;
  const updated = historyTexts.updated(formatFullDate(chat.LastUpdated));
  return (
    <div
      className={mergeClasses(
        styles.row,
        isOpen && !isSelecting && styles.open,
        isSelected === true && styles.selected,
        isFiled && styles.filed,
      )}
    >
      {isSelecting && (
        <Suspense fallback={<span className={styles.checkboxSpace} />}>
          <SelectionCheckbox title={chat.Title} isSelected={isSelected} onSelect={onSelect} />
        </Suspense>
      )}
      <button
        type="button"
        data-title={key}
        className={mergeClasses(styles.title, chat.Unread && !isOpen && styles.unread)}
        title={`${chat.Title}\n${updated}`}
        tabIndex={tabIndex}
        aria-current={isOpen ? 'page' : undefined}
        aria-keyshortcuts="F2 Delete P M"
        {...(isSelecting ? { 'aria-pressed': isSelected } : {})}
        onClick={click}
        onContextMenu={openMenu}
        onFocus={onFocused}
        onKeyDown={onKeyDown}
      >
        <bdi>{chat.Title}</bdi>
      </button>
      {chat.SharedBy && (
        <Tooltip content={chatTexts.sharedBy(chat.SharedBy)} relationship="label">
          <span className={styles.shared} role="img">
            <PeopleRegular />
          </span>
        </Tooltip>
      )}
      <ChatMarker chat={chat} isOpen={isOpen} />
      {!isSelecting && (
        <MoreButton
          label={chatTexts.moreOptions(chat.Title)}
          tabIndex={tabIndex}
          onOpen={(anchor) => onAction({ name: 'menu', key, chat, anchor })}
        />
      )}
    </div>
  );
}
