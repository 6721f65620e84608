/** A day or a time of a day, as ISO 8601 writes it without a zone. */
export class Moment {
  readonly iso: string;

  constructor(iso: string) {
    this.iso = iso;
  }
}

/** A time without a day: how long something took, or a time of day. */
export class Duration {
  readonly hours: number;

  constructor(hours: number) {
    this.hours = hours;
  }
}

/** What a cell contains. Empty cells are holes or null. */
export type Cell = string | number | Moment | Duration | null | undefined;

/** Rows or columns, counted from 0, the last one included. */
export type Span = readonly [first: number, last: number];

export type Row = readonly Cell[];

/** Cells of a sheet that are shown as one; the first cell has the content. Rows and columns count from 0. */
export interface MergedCells {
  s: { r: number; c: number };
  e: { r: number; c: number };
}

export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: readonly Row[];
  merges: readonly MergedCells[];
  /** How numbers that can be read in two ways are written: `de` has a decimal comma. */
  language: 'en' | 'de';
  /** Whether it is the text of a CSV file, whose places are rows. */
  isCsv: boolean;
}

export const isEmpty = (cell: Cell): cell is null | undefined | '' =>
  cell === null || cell === undefined || cell === '';

/** A double has at most this number of reliable digits. */
const DIGITS = 15;

export const formatNumber = (value: number): string => String(Number(value.toPrecision(DIGITS)));

export function toText(cell: Cell): string {
  if (isEmpty(cell)) return '';
  if (cell instanceof Moment) return cell.iso;
  if (typeof cell === 'string') return cell.replaceAll(/\s+/g, ' ').trim();
  return formatNumber(cell instanceof Duration ? cell.hours : cell);
}
