import { Menu, MenuItem, MenuList, MenuPopover, type PositioningVirtualElement } from '@fluentui/react-components';
import { ChatArrowBackRegular, DeleteRegular, EditRegular, LinkRegular, ShareRegular } from '@fluentui/react-icons';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { useOrganisation } from '../../../state/session.state.ts';
import { continueInTeams, copyLink } from '../chat.actions.ts';
import { chatTexts } from '../chat.texts.ts';
import type { Doing } from './HistoryList.tsx';

/** Where a menu opens: at the pointer, or at the element it was asked for from, which gets the focus back. */
export interface MenuPlace {
  from: HTMLElement;
  at: { x: number; y: number } | null;
}

interface ChatMenuProps {
  chat: ChatMetadata;
  place: MenuPlace;
  onDo: (doing: Doing) => void;
  onClose: () => void;
}

/** What can be done with a chat. */
export function ChatMenu({ chat, place, onDo, onClose }: ChatMenuProps) {
  const hasBot = useOrganisation()?.features.teamsBotEnabled ?? false;
  const leaveWith = (work: (chatId: string) => Promise<void>) => () => {
    onClose();
    void work(chat.ConversationId);
  };
  const start = (name: 'renaming' | 'sharing' | 'deleting') => () => onDo({ name, chat });
  return (
    <Menu
      open
      onOpenChange={(event, { open }) => {
        if (!open && event.type !== 'menuitemclick') onClose();
      }}
      positioning={{ target: targetOf(place), position: 'below', align: 'start' }}
      persistOnItemClick
    >
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<EditRegular />} onClick={start('renaming')}>
            {chatTexts.rename}
          </MenuItem>
          <MenuItem icon={<ShareRegular />} onClick={start('sharing')}>
            {chatTexts.share}
          </MenuItem>
          <MenuItem icon={<LinkRegular />} onClick={leaveWith(copyLink)}>
            {chatTexts.copyLink}
          </MenuItem>
          {hasBot && (
            <MenuItem icon={<ChatArrowBackRegular />} onClick={leaveWith(continueInTeams)}>
              {chatTexts.continueInTeams}
            </MenuItem>
          )}
          <MenuItem icon={<DeleteRegular />} onClick={start('deleting')}>
            {chatTexts.delete}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function targetOf({ from, at }: MenuPlace): HTMLElement | PositioningVirtualElement {
  return at === null ? from : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
}
