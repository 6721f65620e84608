import type { Table, TableCell } from 'mdast';
import { fitColumns } from '#api/exports/markdown/columns.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import { styles } from './emailStyles.ts';
import { element, getDirection } from './html.ts';

/** A table with a width on every cell: without widths, Word makes each column only as wide as its longest word. */
export function renderTable(table: Table, renderCell: (cell: TableCell) => string): string {
  const widths = getWidths(table);
  const rows = table.children.map((row, rowIndex) => {
    const isHeader = rowIndex === 0;
    const cells = widths.map((width, index) => {
      const cell = row.children[index];
      const direction = cell && getDirection(getText(cell));
      const align = table.align?.[index] ?? (direction === 'rtl' ? 'right' : isHeader ? 'left' : undefined);
      const attributes = {
        scope: isHeader ? 'col' : undefined,
        width: `${width}%`,
        align,
        dir: direction,
        style: isHeader ? styles.headerCell : styles.cell,
      };
      return element(isHeader ? 'th' : 'td', attributes, (cell && renderCell(cell)) || '&nbsp;');
    });
    return element('tr', { valign: 'top' }, cells.join(''));
  });
  const [header = '', ...body] = rows;
  // The first column of a table in Arabic is the one on the right.
  const dir = getDirection(getText(table));
  const attributes = { width: '100%', border: 1, cellpadding: 0, cellspacing: 0, dir, style: styles.table };
  return element('table', attributes, element('thead', {}, header) + element('tbody', {}, body.join('')));
}

/** In points. The width is a common one of Outlook's window. */
const PLACE = { width: 490, size: 11, smallest: 11, padding: 13 };

/** The width of each column in whole percent, by its text. The widths add up to 100. */
function getWidths(table: Table): number[] {
  const { widths } = fitColumns(table, PLACE);
  const total = widths.reduce((sum, width) => sum + width + PLACE.padding, 0);
  const shares = widths.map((width) => Math.max(1, Math.floor((100 * (width + PLACE.padding)) / total)));
  const rest = 100 - shares.reduce((sum, share) => sum + share, 0);
  const widest = shares.indexOf(Math.max(...shares));
  return shares.map((share, index) => (index === widest ? Math.max(1, share + rest) : share));
}
