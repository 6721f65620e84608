import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components';
import {
  AddRegular,
  CheckboxCheckedRegular,
  ClockRegular,
  FolderAddRegular,
  MoreHorizontalRegular,
} from '@fluentui/react-icons';
import { Suspense, useState, type ReactNode } from 'react';
import type { ChatType } from '#contract/chats/chat.ts';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { closeDrawers } from '#tab/shell/layout/layout.actions.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';
import { useHistoryStyles } from './history.styles.ts';
import { historyTexts } from './history.texts.ts';

const FolderDialog = lazyDialog(() => import('./folders/FolderDialog.tsx'));

interface HistoryHeadProps {
  type: ChatType;
  /** Called to start selecting chats. */
  onSelect: () => void;
  children: ReactNode;
}

/** The part above the list: the button for a new chat, a menu, and the search box. */
export function HistoryHead({ type, onSelect, children }: HistoryHeadProps) {
  const styles = useHistoryStyles();
  const [isNaming, setIsNaming] = useState(false);
  const create = () => {
    openNewChat(type);
    closeDrawers();
  };
  return (
    <div className={styles.head}>
      <div className={styles.headRow}>
        <Button appearance="primary" icon={<AddRegular />} className={styles.newChat} onClick={create}>
          {type === 'search' ? chatTexts.newSearch : chatTexts.newChat}
        </Button>
        <Menu positioning={{ position: 'below', align: 'end', autoSize: true }}>
          <MenuTrigger disableButtonEnhancement>
            <Tooltip content={historyTexts.more} relationship="label" positioning="below">
              <Button appearance="subtle" icon={<MoreHorizontalRegular />} />
            </Tooltip>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {type === 'chat' && (
                <MenuItem
                  icon={<ClockRegular />}
                  onClick={() => {
                    openNewChat('chat', true);
                    closeDrawers();
                  }}
                >
                  {historyTexts.temporaryChat}
                </MenuItem>
              )}
              <MenuItem icon={<FolderAddRegular />} onClick={() => setIsNaming(true)}>
                {historyTexts.newFolder}
              </MenuItem>
              <MenuItem icon={<CheckboxCheckedRegular />} onClick={onSelect}>
                {historyTexts.selectChats}
              </MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      </div>
      {children}
      <Suspense>{isNaming && <FolderDialog folder={null} onClose={() => setIsNaming(false)} />}</Suspense>
    </div>
  );
}
