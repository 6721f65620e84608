import { makeStyles, Popover, PopoverSurface, PopoverTrigger, tokens } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { fileTexts } from '../files.texts.ts';

const useStyles = makeStyles({
  surface: { padding: tokens.spacingHorizontalM, maxHeight: '320px', overflowY: 'auto' },
});

interface AttachedFilesPopoverProps {
  button: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** The files of a draft above a button. */
export default function AttachedFilesPopover({ button, open, onOpenChange, children }: AttachedFilesPopoverProps) {
  const styles = useStyles();
  return (
    <Popover
      trapFocus
      open={open}
      onOpenChange={(_, data) => onOpenChange(data.open)}
      positioning={{ position: 'above', align: 'start', autoSize: true }}
    >
      <PopoverTrigger disableButtonEnhancement>{button}</PopoverTrigger>
      <PopoverSurface aria-label={fileTexts.attached} className={styles.surface}>
        {children}
      </PopoverSurface>
    </Popover>
  );
}
