import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Table, TableRow } from 'mdast';
import { fitColumns } from '#api/exports/markdown/columns.ts';
import { isRightToLeft } from '#api/exports/markdown/direction.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import type { PdfContext, Place } from './context.ts';
import { toStrut } from './inlines.ts';
import { estimateHeight } from './keepTogether.ts';
import { toParagraph } from './paragraphs.ts';
import { colors, TABLE_SIZE } from './styles.ts';
import { setTag, type Tag } from './tags.ts';

const PADDING = 5;
const LINE = 0.6;
const SMALLEST = 5.5;
/**
 * Share of a page. A higher row can continue on the next page, because pdfmake drops what does not fit into an unbreakable
 * row, or into a header with the row that is kept with it.
 */
const WHOLE_ROW_SHARE = 0.36;
/** Keeping rows whole costs memory for each of them. */
const MAX_WHOLE_ROWS = 2_000;

/** A table as wide as the text; its header row is repeated on each page. */
export function toTable(table: Table, context: PdfContext, place: Place): Content {
  const columns = Math.max(...table.children.map((row) => row.children.length));
  // With many columns, the padding is halved to leave room for the text.
  const padding = columns > 8 ? PADDING / 2 : PADDING;
  const { widths, size } = fitColumns(table, {
    width: place.width - LINE,
    padding: 2 * padding + LINE,
    size: Math.min(place.size, TABLE_SIZE),
    smallest: SMALLEST,
  });
  const isReversed = isRightToLeft(getText(table));
  const body = table.children.map((row, rowIndex) => {
    const rowTag: Tag = { role: 'TR', parent: place.tag };
    const tags = widths.map((): Tag => ({ role: rowIndex === 0 ? 'TH' : 'TD', parent: rowTag }));
    rowTag.cells = tags;
    const cells = widths.map((width, column): TableCell => {
      const cell = row.children[column];
      const alignment = table.align?.[column];
      const tag = tags[column] ?? rowTag;
      const inner = { ...place, width, size, bold: rowIndex === 0, color: colors.text, tag };
      const stack = cell ? toParagraph(cell.children, context, inner, [0, 0, 0, 0], toStrut(getText(row))) : [];
      setTag(stack, tag);
      return { stack, ...(alignment ? { alignment } : {}), ...(rowIndex === 0 ? { fillColor: colors.fill } : {}) };
    });
    return isReversed ? cells.toReversed() : cells;
  });
  const isLow = table.children.map((row) => isLowRow(row, widths, size, WHOLE_ROW_SHARE * place.pageHeight));
  return {
    table: {
      headerRows: isLow[0] ? 1 : 0,
      dontBreakRows: isLow.length <= MAX_WHOLE_ROWS && isLow.every(Boolean),
      keepWithHeaderRows: isLow[0] && isLow[1] ? 1 : 0,
      widths: isReversed ? widths.toReversed() : widths,
      body,
    },
    layout: {
      hLineWidth: () => LINE,
      vLineWidth: () => LINE,
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

function isLowRow({ children: cells }: TableRow, widths: readonly number[], size: number, limit: number): boolean {
  return cells.every(
    (cell, column) =>
      cell.children.every(({ type }) => type !== 'image') &&
      estimateHeight(getText(cell), widths[column] ?? size, size) <= limit,
  );
}
