import { MenuItem } from '@fluentui/react-components';
import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import type { MenuAnchor } from '#tab/features/chat/history/chatAction.ts';
import { useDangerStyles } from '#tab/features/chat/history/ChatMenu.tsx';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';
import { RowMenu } from '#tab/features/chat/history/RowMenu.tsx';

interface FolderMenuProps {
  anchor: MenuAnchor;
  onRename: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** The menu of a folder. */
export function FolderMenu({ anchor, onRename, onDelete, onClose }: FolderMenuProps) {
  const styles = useDangerStyles();
  return (
    <RowMenu anchor={anchor} onClose={onClose}>
      <MenuItem icon={<EditRegular />} onClick={onRename}>
        {chatTexts.rename}
      </MenuItem>
      <MenuItem className={styles.danger} icon={<DeleteRegular />} onClick={onDelete}>
        {historyTexts.deleteFolder}
      </MenuItem>
    </RowMenu>
  );
}
