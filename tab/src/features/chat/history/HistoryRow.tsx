import { Button, mergeClasses, Tooltip } from '@fluentui/react-components';
import { MoreHorizontalRegular, PeopleRegular } from '@fluentui/react-icons';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { closeDrawers } from '../../../shell/layout/layout.actions.ts';
import { chatTexts } from '../chat.texts.ts';
import type { ChatAction } from './chatAction.ts';
import { useHistoryStyles } from './history.styles.ts';
import { RenameField } from './RenameField.tsx';
import { openChat } from '../opening/open.actions.ts';

interface HistoryRowProps {
  chat: ChatMetadata;
  isOpen: boolean;
  /** Whether Tab moves the focus to this row. */
  isTabStop: boolean;
  isRenaming: boolean;
  onFocused: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onAction: (action: ChatAction) => void;
  /** Called when the title field closes. If a key closed it, the focus returns to the chat. */
  onRenamed: (byKey: boolean) => void;
}

/** One chat. A click opens it; the button, the right mouse button or the menu key opens its menu. */
export function HistoryRow({
  chat,
  isOpen,
  isTabStop,
  isRenaming,
  onFocused,
  onKeyDown,
  onAction,
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
  const open = () => {
    closeDrawers();
    void openChat(chat.ConversationId);
  };
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const { clientX: x, clientY: y, currentTarget } = event;
    // The menu key reports the pointer at 0, 0.
    onAction({ name: 'menu', chat, anchor: { from: currentTarget, at: x === 0 && y === 0 ? null : { x, y } } });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'F2') onAction({ name: 'renaming', chat });
    if (event.key === 'Delete') onAction({ name: 'deleting', chat });
    onKeyDown(event);
  };
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div className={mergeClasses(styles.row, isOpen && styles.open)}>
      <button
        type="button"
        data-title={chat.ConversationId}
        className={styles.title}
        title={chat.Title}
        tabIndex={tabIndex}
        aria-current={isOpen ? 'page' : undefined}
        aria-keyshortcuts="F2 Delete"
        onClick={open}
        onContextMenu={openMenu}
        onFocus={onFocused}
        onKeyDown={handleKey}
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
      <Button
        data-more
        appearance="transparent"
        size="small"
        tabIndex={tabIndex}
        icon={<MoreHorizontalRegular />}
        aria-label={chatTexts.moreOptions(chat.Title)}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onAction({ name: 'menu', chat, anchor: { from: currentTarget, at: null } })}
      />
    </div>
  );
}
