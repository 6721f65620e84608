import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { layout } from '../../../shell/layout/layout.state.ts';
import { chats as state } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { groupChats, historyRows } from '../history.rules.ts';
import { ChatMenu, type MenuPlace } from './ChatMenu.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { HEADING_PX, ROW_PX, TOUCH_ROW_PX, useHistoryStyles } from './history.styles.ts';
import { useListKeys } from './useListKeys.ts';

const DeleteDialog = lazy(() => import('./DeleteDialog.tsx'));
const ShareDialog = lazy(() => import('./ShareDialog.tsx'));

/** What is being done with one chat of the list. */
export type Doing =
  | { name: 'nothing' }
  | { name: 'menu'; chat: ChatMetadata; place: MenuPlace }
  | { name: 'renaming' | 'sharing' | 'deleting'; chat: ChatMetadata };

/** Chats by day, drawn only where they are seen; arrow keys, Home and End walk them, F2 renames, Delete deletes. */
export function HistoryList({ chats }: { chats: readonly ChatMetadata[] }) {
  const styles = useHistoryStyles();
  const openId = useSnapshot(state).openId;
  const rowPx = useSnapshot(layout).width === 'phone' ? TOUCH_ROW_PX : ROW_PX;
  const [doing, setDoing] = useState<Doing>({ name: 'nothing' });
  const rows = historyRows(groupChats(chats, new Date()));
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (rows[at]?.name === 'heading' ? HEADING_PX : rowPx),
    getItemKey: (at) => keyOf(rows[at]) ?? at,
    overscan: 8,
  });
  useEffect(() => list.measure(), [list, rowPx]);
  const { reached, reach, onKey, returnTo } = useListKeys(rows, openId, list, scroller);
  const done = () => setDoing({ name: 'nothing' });
  const back = (going = false) => {
    if (doing.name !== 'nothing') returnTo(doing.chat.ConversationId, going);
    done();
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
                    open={row.chat.ConversationId === openId}
                    reachable={index === reached}
                    renaming={doing.name === 'renaming' && doing.chat.ConversationId === row.chat.ConversationId}
                    onReached={() => reach(row.chat.ConversationId)}
                    onKey={onKey}
                    onDo={setDoing}
                    onRenamed={(byKey) => (byKey ? back() : done())}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {doing.name === 'menu' && <ChatMenu chat={doing.chat} place={doing.place} onDo={setDoing} onClose={back} />}
      <Suspense>
        {doing.name === 'deleting' && <DeleteDialog chat={doing.chat} onClose={back} />}
        {doing.name === 'sharing' && <ShareDialog chat={doing.chat} onClose={back} />}
      </Suspense>
    </>
  );
}

function keyOf(row: ReturnType<typeof historyRows>[number] | undefined): string | undefined {
  return row?.name === 'chat' ? row.chat.ConversationId : row?.label;
}
