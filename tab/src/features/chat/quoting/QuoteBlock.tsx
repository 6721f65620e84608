import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  quote: {
    margin: 0,
    minWidth: 0,
    flexGrow: 1,
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `3px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  short: { display: '-webkit-box', overflow: 'hidden', WebkitBoxOrient: 'vertical', WebkitLineClamp: 3 },
});

/** A quoted text; `short`: only its first lines. */
export function QuoteBlock({ children, short = false }: { children: ReactNode; short?: boolean }) {
  const styles = useStyles();
  return (
    <blockquote className={styles.quote} dir="auto">
      <div className={mergeClasses(short && styles.short)}>{children}</div>
    </blockquote>
  );
}
