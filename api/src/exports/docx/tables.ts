import { AlignmentType, Paragraph, Table, TableCell, TableLayoutType, TableRow, WidthType } from 'docx';
import type { Table as TableNode, TableCell as CellNode } from 'mdast';
import { fitColumns } from '#api/exports/markdown/columns.ts';
import { isRightToLeft } from '#api/exports/markdown/direction.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import type { DocxContext } from './context.ts';
import { directionOf } from './direction.ts';
import { toRuns } from './inlines.ts';
import { CELL_PADDING, TABLE_STYLE, TWIPS } from './styles.ts';

/** Points. */
const TABLE_SIZE = 10;
const SMALLEST = 5.5;
/** A row whose cells are longer than this can continue on the next page. */
const WHOLE_ROW_CHARACTERS = 600;

const alignments = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT };

/** A table as wide as the text. Word repeats the header row on each page. */
export function toTable(table: TableNode, context: DocxContext, indent: number, width: number): Table {
  const fitted = fitColumns(table, {
    width: width / TWIPS,
    padding: (2 * CELL_PADDING) / TWIPS,
    size: TABLE_SIZE,
    smallest: SMALLEST,
  });
  const widths = fitted.widths.map((points) => Math.floor(points * TWIPS + 2 * CELL_PADDING));
  const size = fitted.size < TABLE_SIZE ? { size: Math.floor(fitted.size * 2) } : {};
  const [header] = table.children;
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    ...(indent > 0 ? { indent: { size: indent, type: WidthType.DXA } } : {}),
    ...(header && isRightToLeft(getText(header)) ? { visuallyRightToLeft: true } : {}),
    style: TABLE_STYLE,
    tableLook: { firstRow: true, noHBand: true, noVBand: true },
    rows: table.children.map(
      (row, index) =>
        new TableRow({
          ...(index === 0 ? { tableHeader: true } : {}),
          cantSplit: row.children.every((cell) => getText(cell).length <= WHOLE_ROW_CHARACTERS),
          children: widths.map((cellWidth, column) =>
            toCell(row.children[column], context, {
              width: cellWidth,
              align: table.align?.[column] ?? null,
              isHeader: index === 0,
              format: { ...(index === 0 ? { bold: true } : {}), ...size },
            }),
          ),
        }),
    ),
  });
}

interface CellLook {
  /** Twips. */
  width: number;
  align: NonNullable<TableNode['align']>[number];
  isHeader: boolean;
  format: { bold?: boolean; size?: number };
}

function toCell(
  cell: CellNode | undefined,
  context: DocxContext,
  { width, align, isHeader, format }: CellLook,
): TableCell {
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    children: [
      new Paragraph({
        style: 'TableText',
        ...(isHeader ? { keepNext: true } : {}),
        ...(align ? { alignment: alignments[align] } : {}),
        ...(cell ? directionOf(cell) : {}),
        children: cell ? toRuns(cell.children, context, format) : [],
      }),
    ],
  });
}
