import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { layout } from '../../../shell/layout/layout.state.ts';
import { chats as state } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { groupChats, toHistoryItems } from './history.rules.ts';
import type { ChatAction } from './chatAction.ts';
import { ChatMenu } from './ChatMenu.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { HEADING_PX, ROW_PX, TOUCH_ROW_PX, useHistoryStyles } from './history.styles.ts';
import { useListNavigation } from './useListNavigation.ts';

const DeleteDialog = lazy(() => import('./DeleteDialog.tsx'));
const ShareDialog = lazy(() => import('./ShareDialog.tsx'));

/** Chats by day; only rows in view are rendered. Arrow keys, Home and End move the focus, F2 renames, Delete deletes. */
export function HistoryList({ chats }: { chats: readonly ChatMetadata[] }) {
  const styles = useHistoryStyles();
  const openId = useSnapshot(state).openId;
  const rowPx = useSnapshot(layout).width === 'phone' ? TOUCH_ROW_PX : ROW_PX;
  const [action, setAction] = useState<ChatAction>({ name: 'nothing' });
  const rows = toHistoryItems(groupChats(chats, new Date()));
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.name === 'heading' ? HEADING_PX : rowPx),
    getItemKey: (index) => getItemKey(rows[index]) ?? index,
    overscan: 8,
  });
  useEffect(() => list.measure(), [list, rowPx]);
  const { tabStop, setFocused, onKeyDown, returnTo } = useListNavigation(rows, openId, list, scroller);
  const reset = () => setAction({ name: 'nothing' });
  const close = (isDeleted = false) => {
    if (action.name !== 'nothing') returnTo(action.chat.ConversationId, isDeleted);
    reset();
  };

  return (
    <>
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
                {row?.name === 'heading' && <h3 className={styles.heading}>{row.label}</h3>}
                {row?.name === 'chat' && (
                  <HistoryRow
                    chat={row.chat}
                    isOpen={row.chat.ConversationId === openId}
                    isTabStop={index === tabStop}
                    isRenaming={action.name === 'renaming' && action.chat.ConversationId === row.chat.ConversationId}
                    onFocused={() => setFocused(row.chat.ConversationId)}
                    onKeyDown={onKeyDown}
                    onAction={setAction}
                    onRenamed={(byKey) => (byKey ? close() : reset())}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {action.name === 'menu' && (
        <ChatMenu chat={action.chat} anchor={action.anchor} onAction={setAction} onClose={close} />
      )}
      <Suspense>
        {action.name === 'deleting' && <DeleteDialog chat={action.chat} onClose={close} />}
        {action.name === 'sharing' && <ShareDialog chat={action.chat} onClose={close} />}
      </Suspense>
    </>
  );
}

function getItemKey(row: ReturnType<typeof toHistoryItems>[number] | undefined): string | undefined {
  return row?.name === 'chat' ? row.chat.ConversationId : row?.label;
}
