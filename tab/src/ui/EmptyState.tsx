import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalXXL,
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
  },
  icon: {
    color: tokens.colorNeutralForeground3,
    lineHeight: 0,
    marginBottom: tokens.spacingVerticalXS,
    '& svg': { width: '32px', height: '32px' },
  },
  title: { textWrap: 'balance' },
  line: { color: tokens.colorNeutralForeground3, maxWidth: '320px', textWrap: 'balance' },
  action: { marginTop: tokens.spacingVerticalS },
});

interface EmptyStateProps {
  /** Level of the heading: 1 if the whole screen is empty. */
  level?: 1 | 3;
  icon?: ReactNode;
  title: string;
  line?: string;
  action?: ReactNode;
}

/** Empty state: explains what will be shown here and offers the action that adds it. */
export function EmptyState({ level = 3, icon, title, line, action }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {icon && (
        <span aria-hidden className={styles.icon}>
          {icon}
        </span>
      )}
      <Subtitle2 as={`h${level}`} block align="center" className={styles.title}>
        {title}
      </Subtitle2>
      {line && (
        <Text block align="center" className={styles.line}>
          {line}
        </Text>
      )}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
