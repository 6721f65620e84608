import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';

const useStyles = makeStyles({ bar: { flexShrink: 0, borderRadius: 0, borderTopWidth: 0, borderInlineWidth: 0 } });

interface AlertBarProps {
  intent: 'info' | 'warning' | 'error';
  title: string;
  line: string;
  closeLabel?: string;
  onClose?: () => void;
  children?: ReactNode;
}

/** An alert bar across the page. */
export function AlertBar({ intent, title, line, closeLabel, onClose, children }: AlertBarProps) {
  const styles = useStyles();
  const close = onClose ? (
    <Button
      appearance="transparent"
      size="small"
      icon={<Dismiss20Regular />}
      aria-label={closeLabel}
      onClick={onClose}
    />
  ) : null;
  return (
    <MessageBar intent={intent} className={styles.bar} politeness="assertive">
      <MessageBarBody>
        {title && <MessageBarTitle>{title}</MessageBarTitle>}
        {line}
      </MessageBarBody>
      {(children || close) && <MessageBarActions containerAction={close}>{children}</MessageBarActions>}
    </MessageBar>
  );
}
