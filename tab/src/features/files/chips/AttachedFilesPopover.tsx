import { makeStyles, Popover, PopoverSurface, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { fileTexts } from '#tab/features/files/files.texts.ts';

const useStyles = makeStyles({
  surface: { padding: tokens.spacingHorizontalM, maxHeight: '320px', overflowY: 'auto' },
});

interface AttachedFilesPopoverProps {
  /** Opens and closes the popover itself. */
  button: HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
}

/** The files of a draft above a button. */
export default function AttachedFilesPopover({ button, onClose, children }: AttachedFilesPopoverProps) {
  const styles = useStyles();
  return (
    <Popover
      trapFocus
      open
      onOpenChange={({ target }) => {
        if (!(target instanceof Node) || !button?.contains(target)) onClose();
      }}
      positioning={{ target: button, position: 'above', align: 'start', autoSize: true }}
    >
      <PopoverSurface aria-label={fileTexts.attached} className={styles.surface}>
        {children}
      </PopoverSurface>
    </Popover>
  );
}
