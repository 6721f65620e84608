import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  frame: {
    overflowX: 'auto',
    marginBlock: `0 ${tokens.spacingVerticalM}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  table: {
    borderCollapse: 'collapse',
    minWidth: '100%',
    overflowWrap: 'normal',
    '& th': { backgroundColor: tokens.colorNeutralBackground3, fontWeight: tokens.fontWeightSemibold },
    '& th, & td': { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`, textAlign: 'start' },
    '& tr + tr td, & tbody td': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
});

/** A table that scrolls horizontally inside the answer; focusable, so arrow keys can scroll it. */
export function ScrollingTable({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.frame} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </div>
  );
}
