import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  mergeClasses,
  OverlayDrawer,
  tokens,
} from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { texts } from '#tab/texts.ts';
import { useRestoreFocus } from '#tab/ui/useRestoreFocus.ts';
import { layout } from './layout.state.ts';

const useStyles = makeStyles({
  drawer: { backgroundColor: tokens.colorNeutralBackground2 },
  history: { width: 'min(320px, 88vw)' },
  workspace: { width: 'min(640px, 92vw)' },
  full: { width: '100vw', maxWidth: '100vw' },
  header: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}` },
  body: {
    padding: '0',
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    // Fluent draws a line at the edges while the body scrolls; here the panes scroll instead.
    border: 'none',
    '::before': { display: 'none' },
    '::after': { display: 'none' },
  },
});

interface DrawerProps {
  pane: 'history' | 'workspace';
  title: string;
  side: 'start' | 'end';
  onClose: () => void;
  children: ReactNode;
}

/** A pane in a narrow window: over the conversation, full screen on a phone. Escape or a click outside closes it. */
export default function Drawer({ pane, title, side, onClose, children }: DrawerProps) {
  const styles = useStyles();
  useRestoreFocus();
  const { width } = useSnapshot(layout);
  const size = width === 'phone' ? styles.full : styles[pane];
  return (
    <OverlayDrawer
      open
      data-pane={pane}
      position={side}
      className={mergeClasses(styles.drawer, size)}
      onOpenChange={(_, { open }) => {
        if (!open) onClose();
      }}
    >
      <DrawerHeader className={styles.header}>
        <DrawerHeaderTitle
          action={
            <Button appearance="subtle" icon={<Dismiss20Regular />} aria-label={texts.shell.close} onClick={onClose} />
          }
        >
          {title}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody className={styles.body}>{children}</DrawerBody>
    </OverlayDrawer>
  );
}
