import { readColumn } from '#platform/typedValues.ts';
import { Duration, isEmpty, Moment, toText, type Cell, type Sheet } from './sheets.ts';

export type ColumnType = 'number' | 'hours' | 'date' | 'text';

export interface TypedColumn {
  type: ColumnType;
  /** One value for each row. */
  values: (number | string | null)[];
  /** The texts of cells that have no value of this type; their value is null. Empty if all cells have such a value. */
  others: (string | null)[];
}

/** A code such as 007, in a column whose other codes look like numbers. */
const CODE = /^0\d/;

/** The values of a column: numbers and dates if most cells have them, however they are written, else texts. */
export function typeColumn(cells: readonly Cell[], language: Sheet['language']): TypedColumn {
  const read = readTexts(cells, language);
  const filled = read.filter((cell) => !isEmpty(cell));
  const type = findType(filled);
  if (type === 'text') return { type, values: cells.map((cell) => toText(cell) || null), others: [] };
  const values = read.map((cell) => toValue(cell, type));
  const others = cells.map((cell, row) => (values[row] === null ? toText(cell) || null : null));
  return { type, values, others: others.some((other) => other !== null) ? others : [] };
}

/** Reads texts that are written like numbers or dates. */
function readTexts(cells: readonly Cell[], language: string): readonly Cell[] {
  // Each text once: a large table repeats most of them.
  const texts = [...new Set(cells.filter((cell) => typeof cell === 'string'))];
  if (texts.length === 0) return cells;
  const read = new Map<string, Cell>();
  for (const [index, typed] of readColumn(
    texts.map((text) => text.trim()),
    language,
  ).entries())
    if (typed) read.set(texts[index]!, typed.value instanceof Date ? toMoment(typed.value, typed.format) : typed.value);
  return cells.map((cell) => (typeof cell === 'string' ? (read.get(cell) ?? cell) : cell));
}

function toMoment(date: Date, format: string): Moment {
  const iso = date.toISOString();
  return new Moment(format.includes('hh') ? iso.slice(0, 16).replace('T', ' ') : iso.slice(0, 10));
}

function findType(filled: readonly Cell[]): ColumnType {
  const count = (isOfType: (cell: Cell) => boolean) => filled.filter(isOfType).length;
  const isMost = (found: number) => found > 0 && found >= filled.length / 2;
  if (filled.some((cell) => typeof cell === 'string' && CODE.test(cell))) return 'text';
  if (isMost(count((cell) => cell instanceof Moment))) return 'date';
  if (isMost(count((cell) => cell instanceof Duration))) return 'hours';
  return isMost(count((cell) => typeof cell === 'number')) ? 'number' : 'text';
}

function toValue(cell: Cell, type: ColumnType): number | string | null {
  if (cell instanceof Moment) return type === 'date' ? cell.iso : null;
  if (cell instanceof Duration) return type === 'hours' ? cell.hours : null;
  return typeof cell === 'number' && type === 'number' ? cell : null;
}
