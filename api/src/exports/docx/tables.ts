import { AlignmentType, BorderStyle, Paragraph, Table, TableCell, TableLayoutType, TableRow, WidthType } from 'docx';
import type { Table as TableNode, TableCell as CellNode } from 'mdast';
import { measureColumns } from '../markdown/columns.ts';
import { isRightToLeft } from '../markdown/direction.ts';
import { getText } from '../markdown/limitDepth.ts';
import type { DocxContext } from './context.ts';
import { directionOf } from './direction.ts';
import { toRuns } from './inlines.ts';
import { colors } from './styles.ts';

/** Half points. */
const TABLE_SIZE = 20;
const SMALLEST = 11;
const WIDE_TABLE = 8;

const line = { style: BorderStyle.SINGLE, size: 4, color: colors.line };
const alignments = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT };

/** A table as wide as the text. Word repeats the header row on each page. */
export function toTable(table: TableNode, context: DocxContext, indent: number, width: number): Table {
  const columns = measureColumns(table);
  const widths = columns.map((share) => Math.floor(share * width));
  const [header] = table.children;
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    ...(indent > 0 ? { indent: { size: indent, type: WidthType.DXA } } : {}),
    ...(header && isRightToLeft(getText(header)) ? { visuallyRightToLeft: true } : {}),
    borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
    margins: { top: 60, bottom: 60, left: 100, right: 100 },
    rows: table.children.map(
      (row, index) =>
        new TableRow({
          ...(index === 0 ? { tableHeader: true, cantSplit: true } : {}),
          children: columns.map((_, column) =>
            toCell(row.children[column], column, index === 0, table, widths, context),
          ),
        }),
    ),
  });
}

/** With more columns than WIDE_TABLE, the text is smaller. */
function getSize(columns: number): { size?: number } {
  return columns > WIDE_TABLE ? { size: Math.max(SMALLEST, Math.round((TABLE_SIZE * WIDE_TABLE) / columns)) } : {};
}

function toCell(
  cell: CellNode | undefined,
  column: number,
  isHeader: boolean,
  table: TableNode,
  widths: readonly number[],
  context: DocxContext,
): TableCell {
  const align = table.align?.[column];
  const format = { ...(isHeader ? { bold: true } : {}), ...getSize(widths.length) };
  return new TableCell({
    width: { size: widths[column] ?? 0, type: WidthType.DXA },
    ...(isHeader ? { shading: { fill: colors.fill } } : {}),
    children: [
      new Paragraph({
        style: 'TableText',
        ...(align ? { alignment: alignments[align] } : {}),
        ...(cell ? directionOf(cell) : {}),
        children: cell ? toRuns(cell.children, context, format) : [],
      }),
    ],
  });
}
