import { makeStyles, MenuItem, tokens } from '@fluentui/react-components';
import {
  ChatArrowBackRegular,
  CheckboxCheckedRegular,
  DeleteRegular,
  EditRegular,
  FolderArrowRightRegular,
  LinkRegular,
  PinOffRegular,
  PinRegular,
  ShareRegular,
} from '@fluentui/react-icons';
import { Suspense } from 'react';
import type { ChatMetadata } from '#contract/chats/chat.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import type { ChatAction, MenuAnchor } from './chatAction.ts';
import { continueInTeams, copyChatLink, pinChats } from './history.actions.ts';
import { historyTexts } from './history.texts.ts';
import { RowMenu } from './RowMenu.tsx';

interface ChatMenuProps {
  chat: ChatMetadata;
  anchor: MenuAnchor;
  onAction: (action: ChatAction) => void;
  onSelect: () => void;
  onDelete: () => void;
  onClose: () => void;
}

export const useDangerStyles = makeStyles({
  danger: {
    color: tokens.colorStatusDangerForeground3,
    // In the contrast theme the usual background on hover is too bright for this color.
    ':hover': { color: tokens.colorStatusDangerForeground3, backgroundColor: tokens.colorStatusDangerBackground1 },
    '& .fui-MenuItem__icon': { color: tokens.colorStatusDangerForeground3 },
    '@media (forced-colors: active)': { color: 'MenuText' },
  },
});

/** The menu of a chat. */
export function ChatMenu({ chat, anchor, onAction, onSelect, onDelete, onClose }: ChatMenuProps) {
  const styles = useDangerStyles();
  const hasBot = useOrganization()?.features.teamsBotEnabled ?? false;
  const { ExportMenu } = useSlots();
  const id = chat.ConversationId;
  const closeAnd = (run: () => void) => () => {
    onClose();
    run();
  };
  const start = (name: 'renaming' | 'sharing') => () => onAction({ name, key: id, chat });
  return (
    <RowMenu anchor={anchor} onClose={onClose}>
      <MenuItem
        icon={chat.Pinned ? <PinOffRegular /> : <PinRegular />}
        onClick={closeAnd(() => void pinChats([id], !chat.Pinned))}
      >
        {chat.Pinned ? historyTexts.unpin : historyTexts.pin}
      </MenuItem>
      <MenuItem icon={<EditRegular />} onClick={start('renaming')}>
        {chatTexts.rename}
      </MenuItem>
      <MenuItem icon={<FolderArrowRightRegular />} onClick={() => onAction({ name: 'moving', key: id, ids: [id] })}>
        {historyTexts.move}
      </MenuItem>
      <MenuItem icon={<CheckboxCheckedRegular />} onClick={closeAnd(onSelect)}>
        {historyTexts.select}
      </MenuItem>
      <MenuItem icon={<ShareRegular />} onClick={start('sharing')}>
        {chatTexts.share}
      </MenuItem>
      <Suspense>
        <ExportMenu as="item" target={{ kind: 'chat', chatId: id }} propose={() => chat.Title} onChoose={onClose} />
      </Suspense>
      <MenuItem icon={<LinkRegular />} onClick={closeAnd(() => void copyChatLink(id))}>
        {chatTexts.copyLink}
      </MenuItem>
      {hasBot && (
        <MenuItem icon={<ChatArrowBackRegular />} onClick={closeAnd(() => void continueInTeams(id))}>
          {chatTexts.continueInTeams}
        </MenuItem>
      )}
      <MenuItem className={styles.danger} icon={<DeleteRegular />} onClick={closeAnd(onDelete)}>
        {chatTexts.delete}
      </MenuItem>
    </RowMenu>
  );
}
