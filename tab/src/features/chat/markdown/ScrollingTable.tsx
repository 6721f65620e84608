import { makeStyles, tokens } from '@fluentui/react-components';
import { useRef, type ReactNode } from 'react';
import { copyTable, copyTableAsCsv } from '#tab/features/chat/copying/copy.actions.ts';
import { copyingTexts } from '#tab/features/chat/copying/copying.texts.ts';
import { CopyMenu } from '#tab/features/chat/copying/CopyMenu.tsx';
import { readTableRows } from './tableRows.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    marginBlock: `0 ${tokens.spacingVerticalM}`,
    '&:hover [data-table-actions], &:focus-within [data-table-actions]': { opacity: 1 },
  },
  frame: {
    overflowX: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  table: {
    borderCollapse: 'collapse',
    minWidth: '100%',
    overflowWrap: 'normal',
    '& th': { backgroundColor: tokens.colorNeutralBackground3, fontWeight: tokens.fontWeightSemibold },
    '& th, & td': {
      padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
      textAlign: 'start',
      verticalAlign: 'top',
    },
    '& tr + tr td, & tbody td': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  // The button is on the lower edge, where it hides the least of the table.
  actions: {
    position: 'absolute',
    insetBlockEnd: '-8px',
    insetInlineEnd: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    opacity: 0,
    '@media (hover: none)': { position: 'static', width: 'fit-content', border: 'none', opacity: 1 },
    '@media (forced-colors: active)': { opacity: 1 },
  },
});

/** A table that scrolls horizontally inside the answer, and can be copied; focusable, so arrow keys can scroll it. */
export function ScrollingTable({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const readRows = () => (root.current ? readTableRows(root.current) : []);
  return (
    <div ref={root} className={styles.root} data-table="">
      <div className={styles.frame} tabIndex={0}>
        <table className={styles.table}>{children}</table>
      </div>
      <div className={styles.actions} data-table-actions>
        <CopyMenu
          options={[
            { label: copyingTexts.table, copy: () => copyTable(readRows()) },
            { label: copyingTexts.csv, copy: () => copyTableAsCsv(readRows()) },
          ]}
        />
      </div>
    </div>
  );
}
