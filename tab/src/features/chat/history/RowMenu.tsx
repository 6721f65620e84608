import { Button, Menu, MenuList, MenuPopover, type PositioningVirtualElement } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import type { MouseEvent, ReactNode } from 'react';
import type { MenuAnchor } from './chatAction.ts';

interface RowMenuProps {
  anchor: MenuAnchor;
  onClose: () => void;
  children: ReactNode;
}

/** The menu of a chat or a folder. An item that is clicked closes it itself, because some move the focus first. */
export function RowMenu({ anchor, onClose, children }: RowMenuProps) {
  return (
    <Menu
      open
      onOpenChange={(event, { open }) => {
        if (!open && event.type !== 'menuitemclick') onClose();
      }}
      positioning={{ target: getTarget(anchor), position: 'below', align: 'start', autoSize: true }}
      persistOnItemClick
    >
      <MenuPopover>
        <MenuList>{children}</MenuList>
      </MenuPopover>
    </Menu>
  );
}

interface MoreButtonProps {
  label: string;
  tabIndex: number;
  onOpen: (anchor: MenuAnchor) => void;
}

export function MoreButton({ label, tabIndex, onOpen }: MoreButtonProps) {
  return (
    <Button
      data-more
      appearance="transparent"
      size="small"
      tabIndex={tabIndex}
      icon={<MoreHorizontalRegular />}
      aria-label={label}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => onOpen({ from: currentTarget, at: null })}
    />
  );
}

/** The place of a click with the right button. The menu key reports the pointer at 0, 0. */
export function getAnchor({ clientX: x, clientY: y, currentTarget }: MouseEvent<HTMLElement>): MenuAnchor {
  return { from: currentTarget, at: x === 0 && y === 0 ? null : { x, y } };
}

function getTarget({ from, at }: MenuAnchor): HTMLElement | PositioningVirtualElement {
  return at === null ? from : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
}
