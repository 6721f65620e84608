import { Button, mergeClasses, Tooltip } from '@fluentui/react-components';
import { MoreHorizontalRegular, PeopleRegular } from '@fluentui/react-icons';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { closeDrawers } from '../../../shell/layout/layout.actions.ts';
import { openChat } from '../chat.actions.ts';
import { chatTexts } from '../chat.texts.ts';
import type { Doing } from './HistoryList.tsx';
import { useHistoryStyles } from './history.styles.ts';
import { RenameField } from './RenameField.tsx';

interface HistoryRowProps {
  chat: ChatMetadata;
  open: boolean;
  /** Whether Tab reaches this row. */
  reachable: boolean;
  renaming: boolean;
  onReached: () => void;
  onKey: (event: KeyboardEvent) => void;
  onDo: (doing: Doing) => void;
  /** The field is done with; by a key, the focus stays with the chat. */
  onRenamed: (byKey: boolean) => void;
}

/** One chat: opened by a click, its menu by the button, the right mouse button or the menu key. */
export function HistoryRow({ chat, open, reachable, renaming, onReached, onKey, onDo, onRenamed }: HistoryRowProps) {
  const styles = useHistoryStyles();
  if (renaming) {
    return (
      <div className={styles.row}>
        <RenameField chat={chat} onDone={onRenamed} />
      </div>
    );
  }
  const choose = () => {
    closeDrawers();
    void openChat(chat.ConversationId);
  };
  const contextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const { clientX: x, clientY: y, currentTarget } = event;
    // The menu key has no place of its own.
    onDo({ name: 'menu', chat, place: { from: currentTarget, at: x === 0 && y === 0 ? null : { x, y } } });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'F2') onDo({ name: 'renaming', chat });
    if (event.key === 'Delete') onDo({ name: 'deleting', chat });
    onKey(event);
  };
  const tabIndex = reachable ? 0 : -1;
  return (
    <div className={mergeClasses(styles.row, open && styles.open)}>
      <button
        type="button"
        data-title={chat.ConversationId}
        className={styles.title}
        title={chat.Title}
        tabIndex={tabIndex}
        aria-current={open ? 'page' : undefined}
        aria-keyshortcuts="F2 Delete"
        onClick={choose}
        onContextMenu={contextMenu}
        onFocus={onReached}
        onKeyDown={keys}
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
        onClick={({ currentTarget }) => onDo({ name: 'menu', chat, place: { from: currentTarget, at: null } })}
      />
    </div>
  );
}
