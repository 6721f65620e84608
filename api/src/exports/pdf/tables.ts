import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Table } from 'mdast';
import { measureColumns } from '../markdown/columns.ts';
import { isRightToLeft } from '../markdown/direction.ts';
import { getText } from '../markdown/limitDepth.ts';
import type { PdfContext, Place } from './context.ts';
import { toParagraph } from './paragraphs.ts';
import { colors, TABLE_SIZE } from './styles.ts';

const PADDING = 5;
/** With more columns, text and padding are smaller. */
const WIDE_TABLE = 8;
const SMALLEST = 5.5;

/** A table as wide as the text; its header row is repeated on each page. */
export function toTable(table: Table, context: PdfContext, place: Place): Content {
  const shares = measureColumns(table);
  const isWide = shares.length > WIDE_TABLE;
  const padding = isWide ? 2 : PADDING;
  const size = isWide
    ? Math.max(SMALLEST, (TABLE_SIZE * WIDE_TABLE) / shares.length)
    : Math.min(place.size, TABLE_SIZE);
  const available = place.width - shares.length * (2 * padding + 0.6) - 0.6;
  const widths = shares.map((share) => Math.max(size, share * available));
  const isReversed = isRightToLeft(getText(table));
  const body = table.children.map((row, rowIndex) => {
    const cells = widths.map((width, column): TableCell => {
      const cell = row.children[column];
      const alignment = table.align?.[column];
      const inner = { ...place, width, size, bold: rowIndex === 0, color: colors.text };
      const stack = cell ? toParagraph(cell.children, context, inner, [0, 0, 0, 0]) : [];
      return { stack, ...(alignment ? { alignment } : {}), ...(rowIndex === 0 ? { fillColor: colors.fill } : {}) };
    });
    return isReversed ? cells.toReversed() : cells;
  });
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: body.length > 1 ? 1 : 0,
      widths: isReversed ? widths.toReversed() : widths,
      body,
    },
    layout: {
      hLineWidth: () => 0.6,
      vLineWidth: () => 0.6,
      hLineColor: () => colors.line,
      vLineColor: () => colors.line,
      paddingLeft: () => padding,
      paddingRight: () => padding,
      paddingTop: () => 3.5,
      paddingBottom: () => 3.5,
    },
    margin: [0, 3, 0, 10],
  };
}
