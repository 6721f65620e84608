import { isEmpty, toText, type Cell, type MergedCells, type Row, type Sheet } from './sheets.ts';

/** Where a sheet has its table. Rows count from 0. */
export interface FoundTable {
  /** The names of the columns, each once. */
  names: string[];
  /** All rows of the sheet, with the texts of merged cells in each of them. */
  rows: readonly Row[];
  /** The rows below the header. */
  body: number[];
  /** What stands above and below the table. */
  notes: string[];
}

/** The header is searched for in this number of rows at the start of a sheet. */
const HEADER_ROWS = 30;
/** This number of rows shows how many columns are filled. */
const SAMPLE_ROWS = 200;
/** Minimum share of the columns that a header names. */
const HEADER_SHARE = 0.6;
const MAX_NAME_CHARACTERS = 120;
const MAX_NOTES = 10;
const MAX_NOTE_CHARACTERS = 300;

/** Finds the table of a sheet: its header, which can be below a title, and its rows; null if the sheet is empty. */
export function findTable({ rows: read, merges }: Pick<Sheet, 'rows' | 'merges'>): FoundTable | null {
  const rows = fillMerged(read, merges);
  const filled = [...rows.keys()].filter((index) => rows[index]!.some((cell) => !isEmpty(cell)));
  if (filled.length === 0) return null;
  const header = findHeader(rows, filled, merges);
  const start = header.length > 0 ? filled.indexOf(header.at(-1)!) + 1 : 0;
  const end = findEnd(rows, filled, start);
  const width = filled.reduce((most, index) => Math.max(most, rows[index]!.length), 0);
  const around = [...filled.slice(0, start).filter((index) => !header.includes(index)), ...filled.slice(end)];
  return {
    names: nameColumns(
      header.map((index) => rows[index]!),
      width,
    ),
    rows,
    body: filled.slice(start, end),
    notes: around.slice(0, MAX_NOTES).map((index) => describeRow(rows[index]!)),
  };
}

/** Repeats the text of merged cells in each of them; a number stays once, so that no sum counts it twice. */
function fillMerged(rows: readonly Row[], merges: readonly MergedCells[]): readonly Row[] {
  if (merges.length === 0) return rows;
  const changed = new Map<number, Cell[]>();
  const change = (row: number) => {
    const copy = changed.get(row) ?? [...(rows[row] ?? [])];
    changed.set(row, copy);
    return copy;
  };
  for (const { s, e } of merges) {
    const cell = rows[s.r]?.[s.c];
    if (isEmpty(cell) || typeof cell === 'number') continue;
    for (let row = s.r; row <= Math.min(e.r, rows.length - 1); row += 1)
      for (let column = s.c; column <= Math.min(e.c, s.c + 200); column += 1) change(row)[column] = cell;
  }
  return rows.map((row, index) => changed.get(index) ?? row);
}

const countFilled = (row: Row) => row.reduce<number>((count, cell) => count + (isEmpty(cell) ? 0 : 1), 0);
const YEAR = /^(?:19|20)\d\d$/;
const isLabel = (cell: Cell) =>
  typeof cell === 'string'
    ? YEAR.test(cell) || !/^[-+]?\d[\d.,]{0,30}$/.test(cell)
    : isEmpty(cell) || YEAR.test(String(cell));

/** The rows that name the columns: one, or two if the first names groups of columns; none if no row has only texts. */
function findHeader(rows: readonly Row[], filled: readonly number[], merges: readonly MergedCells[]): number[] {
  const counts = filled.slice(0, SAMPLE_ROWS).map((index) => countFilled(rows[index]!));
  const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 1;
  const least = Math.max(Math.min(2, usual), usual * HEADER_SHARE);
  const found = filled.slice(0, HEADER_ROWS).findIndex((index) => {
    const row = rows[index]!;
    const isTitle = usual > 1 && new Set(row.filter((cell) => !isEmpty(cell))).size < 2;
    return countFilled(row) >= least && !isTitle && row.every(isLabel);
  });
  if (found < 0 || found === filled.length - 1) return [];
  const [top, next] = [filled[found]!, filled[found + 1]!];
  const below = rows[next]!;
  const hasGroups = merges.some(({ s, e }) => s.r <= top && e.r === top && e.c > s.c);
  const isIndented = isEmpty(below[0]) && !isEmpty(rows[top]![0]);
  const isSecond = (hasGroups || isIndented) && found + 2 < filled.length && below.every(isLabel);
  return isSecond ? [top, next] : [top];
}

/** Names that SQLite gives to the number of a row. */
const RESERVED = ['rowid', 'oid', '_rowid_'];

function nameColumns(header: readonly Row[], width: number): string[] {
  const used = new Set(RESERVED);
  return Array.from({ length: width }, (_, column) => {
    const parts = new Set(header.map((row) => toText(row[column])).filter(Boolean));
    const wanted = [...parts].join(' ').replaceAll('"', "'").slice(0, MAX_NAME_CHARACTERS) || `Column ${column + 1}`;
    let name = wanted;
    for (let copy = 2; used.has(name.toLowerCase()); copy += 1) name = `${wanted} ${copy}`;
    used.add(name.toLowerCase());
    return name;
  });
}

/** Where the data ends: rows at the end with a single text, such as a source, are notes. */
function findEnd(rows: readonly Row[], filled: readonly number[], start: number): number {
  const isWide = filled.slice(start, start + SAMPLE_ROWS).some((index) => countFilled(rows[index]!) > 2);
  let end = filled.length;
  const isNote = (row: Row) =>
    countFilled(row) === 1 && row.some((cell) => typeof cell === 'string' && cell.length > 3);
  while (isWide && end > start + 1 && isNote(rows[filled[end - 1]!]!)) end -= 1;
  return end;
}

const describeRow = (row: Row) => {
  const text = row.map(toText).filter(Boolean);
  return [...new Set(text)].join(' | ').slice(0, MAX_NOTE_CHARACTERS);
};
