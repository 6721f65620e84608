import type { Segment } from './columns.ts';

export interface Column {
  left: number;
  right: number;
}

export interface Piece {
  segment: Segment;
  column: Column;
}

/** A line of the page that is part of a table: the texts of its cells. */
export interface Line {
  y: number;
  height: number;
  cells: Map<Column, string>;
  pieces: Piece[];
}

export interface Block {
  columns: Column[];
  lines: Line[];
}

/** Two columns are more often a list of values than a table, and can be read just as well line by line. */
export const MIN_COLUMNS = 3;
/** The days of a month, with names and sums. A row that begins more columns is no part of the table. */
const MAX_COLUMNS = 60;
/** Largest distance of two lines of a table, in heights of the text. */
const MAX_LINE_GAP = 4;
/** Largest distance of two lines of one cell, in heights of the text. */
const WRAPPED_GAP = 1.6;

/** The longest block of lines, starting at a row, whose pieces share columns; null if no table starts at that row. */
export function growBlock(rows: readonly Segment[][], start: number): Block | null {
  const first = rows[start];
  if (!first || first.length < MIN_COLUMNS) return null;
  const columns: Column[] = first.map(({ left, right }) => ({ left, right }));
  if (columns.some((column, index) => index > 0 && column.left < columns[index - 1]!.right)) return null;
  const lines = [toLine(first, columns)];
  /** Lines with one cell, which belong to the table only if it continues after them. */
  let pending: Line[] = [];
  for (const row of rows.slice(start + 1)) {
    const before = pending.at(-1) ?? lines.at(-1)!;
    if (row[0]!.y - before.y > MAX_LINE_GAP * before.height) break;
    const line = assign(row, columns);
    if (!line) break;
    if (row.length === 1 && !isWrapped(line, before)) pending.push(line);
    else {
      lines.push(...pending, line);
      pending = [];
    }
  }
  return { columns: columns.toSorted((a, b) => a.left - b.left), lines };
}

function toLine(row: readonly Segment[], columns: readonly Column[]): Line {
  const { y, height } = row[0]!;
  return {
    y,
    height,
    pieces: row.map((segment, index) => ({ segment, column: columns[index]! })),
    cells: new Map(row.map(({ text }, index) => [columns[index]!, text.trim()])),
  };
}

/** Puts the pieces of a row into columns, which grow with them; null if they do not fit. */
function assign(row: readonly Segment[], columns: Column[]): Line | null {
  const line: Line = { y: row[0]!.y, height: row[0]!.height, pieces: [], cells: new Map() };
  for (const segment of row) {
    const { left, right, text } = segment;
    const overlapping = columns.filter((column) => column.left < right && left < column.right);
    // A line over several columns is prose, or the heading of the next table.
    if (overlapping.length > 1 && row.length === 1) return null;
    let column = overlapping[0];
    if (!column) {
      if (row.length === 1 || columns.length >= MAX_COLUMNS) return null;
      column = { left, right };
      columns.push(column);
    } else if (overlapping.length === 1) {
      column.left = Math.min(column.left, left);
      column.right = Math.max(column.right, right);
    }
    line.pieces.push({ segment, column });
    line.cells.set(column, [line.cells.get(column), text.trim()].filter(Boolean).join(' '));
  }
  return line;
}

/** Whether a line with one cell continues a cell of the line above. */
export function isWrapped(line: Line, before: Line): boolean {
  return (
    line.y - before.y <= WRAPPED_GAP * before.height &&
    [...line.cells.keys()].every((column) => before.cells.has(column))
  );
}
