import {
  Caption1,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
  useId,
} from '@fluentui/react-components';
import { ArrowClockwiseRegular, DeleteRegular, OpenRegular } from '@fluentui/react-icons';
import type { MouseEvent, ReactElement } from 'react';
import { fileTexts } from '#tab/features/files/files.texts.ts';

interface Props {
  name: string;
  /** What the tooltip says on a wider screen. */
  details: string;
  onOpen: (() => void) | null;
  onRemove?: ((byKeyboard: boolean) => void) | undefined;
  onRetry?: (() => void) | undefined;
  children: ReactElement;
}

const useStyles = makeStyles({
  details: {
    maxWidth: '280px',
    padding: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
});

/** Details and actions of a file on a phone, where the chip has no tooltip and no buttons. */
export function FileChipMenu({ name, details, onOpen, onRemove, onRetry, children }: Props) {
  const styles = useStyles();
  const detailsId = useId('details');
  return (
    <Menu positioning={{ autoSize: true }}>
      <MenuTrigger disableButtonEnhancement>{children}</MenuTrigger>
      <MenuPopover>
        <Caption1 block id={detailsId} className={styles.details}>
          {details}
        </Caption1>
        <MenuList aria-label={fileTexts.options(name)} aria-describedby={detailsId}>
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
