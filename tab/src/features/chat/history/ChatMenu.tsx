import { Menu, MenuItem, MenuList, MenuPopover, type PositioningVirtualElement } from '@fluentui/react-components';
import { ChatArrowBackRegular, DeleteRegular, EditRegular, LinkRegular, ShareRegular } from '@fluentui/react-icons';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { useOrganization } from '../../../state/session.state.ts';
import { chatTexts } from '../chat.texts.ts';
import type { ChatAction, MenuAnchor } from './chatAction.ts';
import { continueInTeams, copyChatLink } from './history.actions.ts';

interface ChatMenuProps {
  chat: ChatMetadata;
  anchor: MenuAnchor;
  onAction: (action: ChatAction) => void;
  onClose: () => void;
}

/** The menu of a chat. */
export function ChatMenu({ chat, anchor, onAction, onClose }: ChatMenuProps) {
  const hasBot = useOrganization()?.features.teamsBotEnabled ?? false;
  const closeAnd = (run: (chatId: string) => Promise<void>) => () => {
    onClose();
    void run(chat.ConversationId);
  };
  const start = (name: 'renaming' | 'sharing' | 'deleting') => () => onAction({ name, chat });
  return (
    <Menu
      open
      onOpenChange={(event, { open }) => {
        if (!open && event.type !== 'menuitemclick') onClose();
      }}
      positioning={{ target: getMenuTarget(anchor), position: 'below', align: 'start' }}
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
          <MenuItem icon={<LinkRegular />} onClick={closeAnd(copyChatLink)}>
            {chatTexts.copyLink}
          </MenuItem>
          {hasBot && (
            <MenuItem icon={<ChatArrowBackRegular />} onClick={closeAnd(continueInTeams)}>
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

function getMenuTarget({ from, at }: MenuAnchor): HTMLElement | PositioningVirtualElement {
  return at === null ? from : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
}
