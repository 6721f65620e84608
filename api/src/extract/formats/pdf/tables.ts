import { groupIntoRows, type Segment } from './columns.ts';
import { runsFromRightToLeft } from './rightToLeft.ts';
import { growBlock, isWrapped, MIN_COLUMNS, type Block, type Column, type Line, type Piece } from './tableBlocks.ts';

/** A table as text: the cells that are below each other on a page, without the ruled lines. */
export interface FoundTable {
  segments: ReadonlySet<Segment>;
  /** `| a |  | c |`, from top to bottom; an empty cell keeps its column. */
  rows: string[];
}

interface Row {
  cells: Map<Column, string>;
  pieces: Piece[];
}

const MIN_ROWS = 3;
/** A page with more pieces is a drawing. */
const MAX_SEGMENTS = 4_000;
/** Lines of prose are longer than cells. */
const MAX_MEDIAN_CHARACTERS = 40;
/** Minimum share of filled cells in a table; with fewer, texts stand below each other by chance. */
const MIN_FILLED_SHARE = 0.5;
/** If two line distances differ by at least this factor, the larger one is between rows. */
const ROW_GAP_RATIO = 1.35;
/**
 * Minimum share of lines with as many cells as the line before; if text wraps inside cells, it does so only in some
 * columns.
 */
const MIN_FULL_SHARE = 0.8;
/** A number with its plus or minus, currency or unit, after blanks were removed. */
const NUMBER = /^[-+−(]?[€$£¥]?\d[\d.,'’]*(?:[%‰€]|[A-Za-z]{1,3})?\)?$/;
const MIN_NUMBER_SHARE = 0.6;

/**
 * Finds the tables of a page by the positions of its text. If the file draws column by column, only columns with
 * numbers are a table, because the entries of an index are in columns as well.
 * @param segments upright pieces of text, in the order in which the file draws them
 */
export function findTables(segments: readonly Segment[]): FoundTable[] {
  if (segments.length > MAX_SEGMENTS) return [];
  const drawn = new Map(segments.map((segment, index) => [segment, index]));
  const rows = groupIntoRows([...segments]);
  const tables: FoundTable[] = [];
  for (let start = 0; start < rows.length;) {
    const block = growBlock(rows, start);
    const table = block && toTable(block, drawn);
    if (table) tables.push(table);
    start += table && block ? block.lines.length : 1;
  }
  return tables;
}

function toTable(block: Block, drawn: ReadonlyMap<Segment, number>): FoundTable | null {
  const { lines } = block;
  const rows = joinWrapped(lines, block.columns);
  const columns = joinHeaders(rows, block.columns);
  const cells = rows.flatMap((row) => [...row.cells.values()]);
  const isTable =
    rows.length >= MIN_ROWS &&
    columns.length >= MIN_COLUMNS &&
    cells.length >= MIN_FILLED_SHARE * rows.length * columns.length &&
    median(cells.map(({ length }) => length)) <= MAX_MEDIAN_CHARACTERS;
  if (!isTable) return null;
  if (isDrawnByColumn(rows, drawn) && !hasNumbers(rows, columns)) return null;
  const ordered = runsFromRightToLeft(cells.join(' ')) ? columns.toReversed() : columns;
  return {
    segments: new Set(rows.flatMap(({ pieces }) => pieces.map(({ segment }) => segment))),
    rows: rows.map((row) => `| ${ordered.map((column) => row.cells.get(column) ?? '').join(' | ')} |`),
  };
}

/** Joins the lines of a cell: lines that stand closer than the rows of the table, or that have only one cell. */
function joinWrapped(lines: readonly Line[], columns: readonly Column[]): Row[] {
  const gaps = lines.slice(1).map((line, index) => line.y - lines[index]!.y);
  const [smallest, largest] = [Math.min(...gaps), Math.max(...gaps)];
  const middle = largest >= ROW_GAP_RATIO * smallest ? (smallest + largest) / 2 : 0;
  const limit = areRows(lines, gaps, middle) ? 0 : middle;
  const rows: Row[] = [];
  for (const [index, line] of lines.entries()) {
    const row = rows.at(-1);
    const before = lines[index - 1];
    const isClose = index > 0 && gaps[index - 1]! < limit;
    const isRest =
      before !== undefined && line.cells.size === 1 && !line.cells.has(columns[0]!) && isWrapped(line, before);
    if (row && (isClose || isRest) && !hasNextNumber(row, line)) {
      row.pieces.push(...line.pieces);
      for (const [column, text] of line.cells)
        row.cells.set(column, [row.cells.get(column), text].filter(Boolean).join(' '));
    } else rows.push({ cells: new Map(line.cells), pieces: [...line.pieces] });
  }
  return rows;
}

/**
 * Whether lines that are close to each other are separate rows, although the table also has larger distances: they have
 * all cells, and there are too many of them for one row.
 */
function areRows(lines: readonly Line[], gaps: readonly number[], limit: number): boolean {
  const close = [...lines.keys()].filter((index) => index > 0 && gaps[index - 1]! < limit);
  const full = close.filter((index) => lines[index]!.cells.size >= lines[index - 1]!.cells.size);
  return full.length >= MIN_FULL_SHARE * close.length && lines.length >= MIN_ROWS * (lines.length - close.length);
}

/** Whether a line has a number below a number: numbers do not wrap, so the line is the next row. */
function hasNextNumber(row: Row, line: Line): boolean {
  const isNumber = (text = '') => NUMBER.test(text.replace(/\s/g, ''));
  return [...line.cells].some(([column, text]) => isNumber(text) && isNumber(row.cells.get(column)));
}

/**
 * Joins a column that has only a header with a neighboring column that has no header: a header is often aligned to one
 * side of its column and the values to the other.
 */
function joinHeaders(rows: readonly Row[], columns: readonly Column[]): Column[] {
  const [header, ...body] = rows;
  const isEmpty = (column: Column) => body.every(({ cells }) => !cells.has(column));
  const joined: Column[] = [];
  for (let index = 0; index < columns.length; index += 1) {
    const [column, next] = [columns[index]!, columns[index + 1]];
    joined.push(column);
    if (!next || header?.cells.has(column) === header?.cells.has(next)) continue;
    const isPair = header?.cells.has(column) ? isEmpty(column) : isEmpty(next);
    if (!isPair) continue;
    for (const { cells } of rows) if (cells.has(next)) cells.set(column, cells.get(next)!);
    index += 1;
  }
  return joined;
}

/** Whether the file finishes a column before it begins the next one. */
function isDrawnByColumn(rows: readonly Row[], drawn: ReadonlyMap<Segment, number>): boolean {
  const pieces = rows
    .flatMap((row) => row.pieces.map(({ segment, column }) => ({ row, column, order: drawn.get(segment) ?? 0 })))
    .toSorted((a, b) => a.order - b.order);
  let [across, down] = [0, 0];
  for (const [index, piece] of pieces.slice(1).entries()) {
    const before = pieces[index]!;
    if (piece.row === before.row && piece.column !== before.column) across += 1;
    if (piece.row !== before.row && piece.column === before.column) down += 1;
  }
  return down > across;
}

function hasNumbers(rows: readonly Row[], columns: readonly Column[]): boolean {
  const numeric = columns.filter((column) => {
    // The first row has the names of the columns.
    const cells = rows.slice(1).flatMap((row) => row.cells.get(column) ?? []);
    return (
      cells.length > 0 &&
      cells.filter((cell) => NUMBER.test(cell.replace(/\s/g, ''))).length >= MIN_NUMBER_SHARE * cells.length
    );
  });
  return numeric.length >= 1;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
