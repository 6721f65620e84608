import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ArrowClockwiseRegular, DeleteRegular, OpenRegular } from '@fluentui/react-icons';
import type { MouseEvent, ReactElement } from 'react';
import { fileTexts } from '#tab/features/files/files.texts.ts';

interface Props {
  name: string;
  onOpen: (() => void) | null;
  onRemove?: ((byKeyboard: boolean) => void) | undefined;
  onRetry?: (() => void) | undefined;
  children: ReactElement;
}

/** Actions for a file on a phone, where the chip has no buttons. */
export function FileChipMenu({ name, onOpen, onRemove, onRetry, children }: Props) {
  return (
    <Menu positioning={{ autoSize: true }}>
      <MenuTrigger disableButtonEnhancement>{children}</MenuTrigger>
      <MenuPopover>
        <MenuList aria-label={fileTexts.options(name)}>
          {onOpen && (
            <MenuItem icon={<OpenRegular />} onClick={onOpen}>
              {fileTexts.open}
            </MenuItem>
          )}
          {onRetry && (
            <MenuItem icon={<ArrowClockwiseRegular />} onClick={onRetry}>
              {fileTexts.retry}
            </MenuItem>
          )}
          {onRemove && (
            <MenuItem icon={<DeleteRegular />} onClick={(event) => onRemove(isByKeyboard(event))}>
              {fileTexts.remove}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** A key press on a button is a click without a pointer, whose count is 0. */
export function isByKeyboard(event: MouseEvent): boolean {
  return event.detail === 0;
}
