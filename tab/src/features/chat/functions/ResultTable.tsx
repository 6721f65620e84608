import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  frame: { maxWidth: '100%', overflowX: 'auto', marginTop: tokens.spacingVerticalXXS },
  table: { borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  cell: {
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
  },
  head: { fontWeight: tokens.fontWeightSemibold },
});

const isRow = (line: string): boolean => line.startsWith('| ') && line.endsWith(' |');

/** Whether a text begins with a whole row. A row that is cut off is shown as text. */
export const isTable = (excerpt: string): boolean => isRow(excerpt.split('\n', 1)[0] ?? '');

/** The rows with which the result of a calculation begins; what follows them stays out. */
export function ResultTable({ excerpt, label }: { excerpt: string; label: string }) {
  const styles = useStyles();
  const [head = [], ...rows] = excerpt
    .split('\n')
    .filter((line) => isRow(line) && !/^[|\s-]+$/.test(line))
    .map((line) => line.slice(2, -2).split(/(?<!\\) \| /));
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {toCells(head, (cell, index) => (
              <th key={index} scope="col" dir="auto" className={styles.cell}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              {toCells(row, (cell, index) => (
                <td key={index} dir="auto" className={styles.cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const toCells = (cells: readonly string[], draw: (cell: string, index: number) => React.ReactNode) =>
  cells.map((cell, index) => draw(cell.replaceAll('\\|', '|'), index));
