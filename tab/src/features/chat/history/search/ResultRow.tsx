import type { KeyboardEvent } from 'react';
import type { ChatSearchResult } from '#contract/chats/history.ts';
import { closeDrawers } from '#tab/shell/layout/layout.actions.ts';
import { openChatAt } from '#tab/features/chat/opening/openLinked.actions.ts';
import { formatFullDate, formatShortDate } from '#tab/features/chat/history/history.rules.ts';
import { useHistoryStyles } from '#tab/features/chat/history/history.styles.ts';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';

interface ResultRowProps {
  rowKey: string;
  result: ChatSearchResult;
  /** Whether Tab moves the focus to this row. */
  isTabStop: boolean;
  onFocused: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A message that contains the words of the search. A click opens its chat at the message. */
export function ResultRow({ rowKey, result, isTabStop, onFocused, onKeyDown }: ResultRowProps) {
  const styles = useHistoryStyles();
  const open = () => {
    closeDrawers();
    void openChatAt(result.ConversationId, result.message_id);
  };
  return (
    <button
      type="button"
      data-title={rowKey}
      className={styles.result}
      title={historyTexts.result(result.Title, formatFullDate(result.timestamp))}
      tabIndex={isTabStop ? 0 : -1}
      onClick={open}
      onFocus={onFocused}
      onKeyDown={onKeyDown}
    >
      <span className={styles.resultHead}>
        <bdi className={styles.ellipsis}>{result.Title}</bdi>
        <time className={styles.resultDate} dateTime={result.timestamp}>
          {formatShortDate(result.timestamp)}
        </time>
      </span>
      <bdi className={styles.excerpt}>
        {splitAtMarks(result).map(({ text, isMarked }, index) =>
          isMarked ? (
            <mark key={index} className={styles.mark}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </bdi>
    </button>
  );
}

/** The excerpt with the words of the search marked. */
function splitAtMarks({ excerpt, marks }: ChatSearchResult): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    if (from > at) pieces.push({ text: excerpt.slice(at, from), isMarked: false });
    pieces.push({ text: excerpt.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < excerpt.length) pieces.push({ text: excerpt.slice(at), isMarked: false });
  return pieces;
}
