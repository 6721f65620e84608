import { useVirtualizer } from '@tanstack/react-virtual';
import { Button } from '@fluentui/react-components';
import { ArrowDownRegular } from '@fluentui/react-icons';
import { useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { SCROLL_TOLERANCE_PX } from '../../../../../api/contract/limits.ts';
import type { Entry, OpenChat } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { logFailure } from '../../../state/log.ts';
import { Failsafe } from '../../../ui/ErrorBoundary.tsx';
import { AnswerEntry } from '../entries/AnswerEntry.tsx';
import { FailedEntry } from '../entries/FailedEntry.tsx';
import { PersonEntry } from '../entries/PersonEntry.tsx';
import { isAtEnd } from './autoscroll.rules.ts';
import { useConversationStyles } from './conversation.styles.ts';
import { EARLIER_PX, EarlierMessages } from './EarlierMessages.tsx';
import { useAutoscroll } from './useAutoscroll.ts';
import { useEarlier } from './useEarlier.ts';
import { useLinkedEntry } from './useLinkedEntry.ts';

const ESTIMATED_ENTRY_PX = 160;
const OVERSCAN = 4;

/**
 * The entries of a chat, oldest first in the page and newest at the bottom. Only those in view are drawn; this list
 * reads their keys and nothing else, so that words that arrive draw one entry again.
 */
export function EntryList({ chatId, chat }: { chatId: string; chat: OpenChat }) {
  const styles = useConversationStyles();
  const seen = useSnapshot(chat);
  const keys = seen.entries.map((entry) => entry.key);
  const scroller = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const earlier = useEarlier(chatId, scroller);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ENTRY_PX,
    getItemKey: (at) => keys[at] ?? at,
    // Holds what is in view when entries come above it; the end is kept in view only while the list follows.
    anchorTo: 'end',
    paddingStart: seen.earlier.name === 'none' ? 0 : EARLIER_PX,
    followOnAppend: seen.follow,
    scrollEndThreshold: seen.follow ? SCROLL_TOLERANCE_PX : -Infinity,
    overscan: OVERSCAN,
  });
  const { onScroll, follow } = useAutoscroll(chatId, scroller, list, keys);
  const total = list.getTotalSize();

  useLayoutEffect(() => list.scrollToEnd(), [list, chatId]);
  useLayoutEffect(() => {
    if (seen.follow) list.scrollToEnd();
  }, [list, seen.follow, keys.length]);
  useLinkedEntry(chatId, list, keys.length);
  useLayoutEffect(() => {
    setAway(!seen.follow && scroller.current !== null && !isAtEnd(scroller.current));
  }, [seen.follow, total]);

  const jump = () => {
    follow();
    list.scrollToEnd();
    scroller.current?.focus();
  };

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="region"
        aria-label={chatTexts.conversation}
        tabIndex={0}
        className={styles.scroller}
        onScroll={(event) => {
          onScroll(event);
          earlier.onScroll(event);
        }}
      >
        <div className={styles.sizer} style={{ height: total }}>
          <EarlierMessages chat={chat} onShow={earlier.show} />
          {list.getVirtualItems().map(({ key, index, start }) => (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row chatId={chatId} chat={chat} at={index} />
            </div>
          ))}
        </div>
      </div>
      {away && (
        <Button size="small" icon={<ArrowDownRegular />} className={styles.latest} onClick={jump}>
          {chatTexts.jumpToLatest}
        </Button>
      )}
    </div>
  );
}

function Row({ chatId, chat, at }: { chatId: string; chat: OpenChat; at: number }) {
  const entry = chat.entries[at];
  if (!entry) return null;
  return (
    <Failsafe
      onError={(cause) => logFailure(chatTexts.entryFailed, cause)}
      fallback={() => <FailedEntry entry={entry} divided={at > 0} />}
    >
      <DrawnEntry chatId={chatId} chat={chat} entry={entry} at={at} />
    </Failsafe>
  );
}

function DrawnEntry({ chatId, chat, entry, at }: { chatId: string; chat: OpenChat; entry: Entry; at: number }) {
  if (entry.source === 'User') return <PersonEntry entry={entry} divided={at > 0} />;
  const withFiles = (chat.entries[at - 1]?.files.length ?? 0) > 0;
  return <AnswerEntry chatId={chatId} entry={entry} divided={at > 0} withFiles={withFiles} />;
}
