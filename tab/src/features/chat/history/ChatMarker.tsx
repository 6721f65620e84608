import { Spinner, Tooltip } from '@fluentui/react-components';
import type { ChatMetadata } from '#contract/chats/chat.ts';
import { useHistoryStyles } from './history.styles.ts';
import { historyTexts } from './history.texts.ts';

/** Shows that an answer is being written, or that the person has not seen it yet. */
export function ChatMarker({ chat, isOpen }: { chat: ChatMetadata; isOpen: boolean }) {
  const styles = useHistoryStyles();
  if (chat.IsAnswering) {
    return (
      <Tooltip content={historyTexts.answering} relationship="label">
        <span role="img" className={styles.marker}>
          <Spinner size="extra-tiny" aria-hidden />
        </span>
      </Tooltip>
    );
  }
  if (!chat.Unread || isOpen) return null;
  const label = chat.SharedBy === null ? historyTexts.unread : historyTexts.unreadCopy;
  return (
    <Tooltip content={label} relationship="label">
      <span role="img" className={styles.marker}>
        <span className={styles.dot} />
      </span>
    </Tooltip>
  );
}
