import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, mergeClasses } from '@fluentui/react-components';
import { ArrowDownRegular } from '@fluentui/react-icons';
import { useLayoutEffect, useRef, useCallback, type RefObject, type UIEvent } from 'react';
import { useSnapshot } from 'valtio';
import { SCROLL_TOLERANCE_PX } from '#contract/limits.ts';
import { type Entry, type OpenChat, chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { logFailure } from '#tab/state/log.ts';
import { ErrorBoundary } from '#tab/ui/ErrorBoundary.tsx';
import { AnswerEntry } from '#tab/features/chat/entries/AnswerEntry.tsx';
import { FailedEntry } from '#tab/features/chat/entries/FailedEntry.tsx';
import { QuestionEntry } from '#tab/features/chat/versions/QuestionEntry.tsx';
import { QuoteButton } from '#tab/features/chat/quoting/QuoteButton.tsx';
import { setAutoscroll } from '#tab/features/chat/chat.actions.ts';
import { loadEarlier } from '#tab/features/chat/opening/earlier.actions.ts';
import { ConversationHeading } from './ConversationHeading.tsx';
import { useConversationStyles } from './conversation.styles.ts';
import { EARLIER_PX, EarlierMessages } from './EarlierMessages.tsx';
import { useAutoscroll } from './useAutoscroll.ts';
import { useConversationEnd } from './useConversationEnd.ts';
import { useLinkedEntry } from './useLinkedEntry.ts';

/** Distance to the top in pixels at which the earlier page is loaded ahead of time. */
const NEAR_TOP_PX = 400;

const ESTIMATED_ENTRY_PX = 160;
const OVERSCAN = 4;

/**
 * The entries of a chat, newest at the bottom. Only entries in view are rendered. The list reads only their keys, so new
 * text renders one entry again.
 */
export function EntryList({ chatId, chat }: { chatId: string; chat: OpenChat }) {
  const styles = useConversationStyles();
  const current = useSnapshot(chat);
  const keys = current.entries.map((entry) => entry.key);
  const scroller = useRef<HTMLDivElement>(null);
  const earlier = useEarlierMessages(chatId, scroller);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ENTRY_PX,
    getItemKey: (index) => keys[index] ?? index,
    // Keeps the view in place when entries are added above; the end stays in view only during autoscroll.
    anchorTo: 'end',
    paddingStart: current.earlier.name === 'none' ? 0 : EARLIER_PX,
    followOnAppend: current.isAutoscrolling,
    scrollEndThreshold: current.isAutoscrolling ? SCROLL_TOLERANCE_PX : -Infinity,
    overscan: OVERSCAN,
  });
  const { onScroll, follow, stop } = useAutoscroll(chatId, scroller, list, keys);
  const { isAway, check } = useConversationEnd(chatId, scroller, list, stop);

  useLayoutEffect(() => list.scrollToEnd(), [list, chatId]);
  useLinkedEntry(chatId, list, keys.length);

  const jump = () => {
    follow();
    list.scrollToEnd();
    scroller.current?.focus();
  };

  return (
    <div className={styles.frame}>
      <ConversationHeading chatId={chatId} />
      <div
        ref={scroller}
        role="region"
        aria-label={chatTexts.conversation}
        tabIndex={0}
        className={styles.scroller}
        onScroll={(event) => {
          onScroll(event);
          earlier.onScroll(event);
          check();
        }}
      >
        <div className={styles.sizer} style={{ height: list.getTotalSize() }}>
          <EarlierMessages chat={chat} onShow={earlier.show} onFocusLost={earlier.focusList} />
          {list.getVirtualItems().map(({ key, index, start }) => (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              className={mergeClasses(styles.row, index === keys.length - 1 && styles.lastRow)}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row chatId={chatId} chat={chat} index={index} />
            </div>
          ))}
        </div>
      </div>
      <QuoteButton chatId={chatId} scroller={scroller} />
      {isAway && (
        <Button size="small" icon={<ArrowDownRegular />} className={styles.latest} onClick={jump}>
          {chatTexts.jumpToLatest}
        </Button>
      )}
    </div>
  );
}

function Row({ chatId, chat, index }: { chatId: string; chat: OpenChat; index: number }) {
  const entry = chat.entries[index];
  if (!entry) return null;
  return (
    <ErrorBoundary
      onError={(cause) => logFailure(chatTexts.entryFailed, cause)}
      fallback={() => <FailedEntry entry={entry} divided={index > 0 && entry.source === 'User'} />}
    >
      <EntryOfSource chatId={chatId} chat={chat} entry={entry} index={index} />
    </ErrorBoundary>
  );
}

function EntryOfSource({
  chatId,
  chat,
  entry,
  index,
}: {
  chatId: string;
  chat: OpenChat;
  entry: Entry;
  index: number;
}) {
  if (entry.source === 'User') return <QuestionEntry chatId={chatId} entry={entry} divided={index > 0} />;
  const withFiles = (chat.entries[index - 1]?.files.length ?? 0) > 0;
  const isLast = index === chat.entries.length - 1;
  return <AnswerEntry chatId={chatId} entry={entry} withFiles={withFiles} isLast={isLast} />;
}

/** Loads the messages before the first entry: on a button press and when the person scrolls near them. */
function useEarlierMessages(chatId: string, scroller: RefObject<HTMLDivElement | null>) {
  const focusList = useCallback(() => scroller.current?.focus({ preventScroll: true }), [scroller]);
  const show = () => {
    setAutoscroll(chatId, false);
    // The button can disappear, so the list gets the focus, and the arrow keys scroll it.
    void loadEarlier(chatId).then(focusList);
  };
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const chat = chats.open[chatId];
    const isNear = currentTarget.scrollTop < NEAR_TOP_PX;
    if (isNear && chat && !chat.isAutoscrolling && chat.earlier.name === 'available') void loadEarlier(chatId);
  };
  return { show, onScroll, focusList };
}
