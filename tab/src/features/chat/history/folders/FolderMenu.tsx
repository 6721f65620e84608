import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { chatTexts } from '../../chat.texts.ts';
import type { MenuAnchor } from '../chatAction.ts';
import { useDangerStyles } from '../ChatMenu.tsx';
import { historyTexts } from '../history.texts.ts';
import { getMenuTarget } from '../menuTarget.ts';

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
    <Menu
      open
      onOpenChange={(event, { open }) => {
        if (!open && event.type !== 'menuitemclick') onClose();
      }}
      positioning={{ target: getMenuTarget(anchor), position: 'below', align: 'start', autoSize: true }}
      persistOnItemClick
    >
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<EditRegular />} onClick={onRename}>
            {chatTexts.rename}
          </MenuItem>
          <MenuItem className={styles.danger} icon={<DeleteRegular />} onClick={onDelete}>
            {historyTexts.deleteFolder}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
