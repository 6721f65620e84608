import { listMarkedLines } from '#contract/text/excerptText.ts';
import { locationLabel, type Location, type TextPart } from '#contract/files/locations.ts';

/** More rows of a file are not drawn; its text has all of them. */
export const MAX_TABLE_ROWS = 5_000;
/** A hostile row can have a cell in the last of 16,384 columns. */
const MAX_COLUMNS = 200;

export interface TableRow {
  cells: string[];
  isCited: boolean;
}

/** Rows of one location, such as 50 rows of a sheet. */
export interface TablePart {
  location: Location;
  rows: TableRow[];
  /** Whether it is the cited location. */
  isCited: boolean;
}

export interface Tables {
  parts: TablePart[];
  isCut: boolean;
  isQuoteFound: boolean;
}

/** The first part with rows of a range that an answer was calculated over; null if `label` is one part or no range. */
export function findRangeStart(parts: readonly TextPart[], label: string | undefined): number | null {
  if (label === undefined || parts.some(({ location }) => locationLabel(location) === label)) return null;
  const [first, last] = getRows(label);
  if (first === undefined || last === undefined) return null;
  const found = parts.findIndex(({ location }) => {
    if (location.kind === 'sheet' && !label.startsWith(`sheet ${location.sheet}, `)) return false;
    const [from = Infinity, to = 0] = getRows(locationLabel(location));
    return from <= last && to >= first;
  });
  return found < 0 ? null : found;
}

/** The first and last row of `sheet Costs, B2:C2001` or `rows 2 to 30`. */
function getRows(label: string): number[] {
  const rows =
    /, [A-Z]{1,3}(\d{1,7})(?::[A-Z]{1,3}(\d{1,7}))?$|^rows? (\d{1,8})(?: to (\d{1,8}))?$/.exec(label)?.slice(1) ?? [];
  const numbers = rows.filter((row) => row !== undefined).map(Number);
  return numbers.length === 1 ? [...numbers, ...numbers] : numbers;
}

/**
 * Makes tables of the extracted rows of a workbook (`| a | b |`) or of comma-separated values.
 * @param citedPart index of the cited part, if there is one
 */
export function makeTables(parts: readonly TextPart[], quote: string, citedPart: number | null): Tables {
  const tables: TablePart[] = [];
  const marked = listMarkedLines(quote).map(normalize);
  let count = 0;
  let isQuoteFound = false;
  for (const [index, { location, text }] of parts.entries()) {
    if (count >= MAX_TABLE_ROWS) return { parts: tables, isCut: true, isQuoteFound };
    const split = location.kind === 'sheet' ? splitSheetRows(text) : splitValues(text);
    // The first line of an excerpt of separated values names the columns.
    const cited = location.kind === 'rows' && marked.length > 1 ? marked.slice(1) : marked;
    const isHere = cited.length > 0 && (citedPart === null || citedPart === index);
    const width = Math.min(MAX_COLUMNS, Math.max(...split.map((cells) => cells.length)));
    const rows = split.slice(0, MAX_TABLE_ROWS - count).map((cells): TableRow => {
      const isCited = isHere && cited.some((line) => isInQuote(cells, line));
      isQuoteFound ||= isCited;
      return { cells: Array.from({ length: width }, (_, column) => cells[column] ?? ''), isCited };
    });
    count += rows.length;
    tables.push({ location, rows, isCited: citedPart === index });
  }
  return { parts: tables, isCut: false, isQuoteFound };
}

/** A number with separators, a sign, a unit or a share. */
const NUMBER = /^[-−+(]?\s?(?:[€$£¥]|[A-Z]{3}\s)?\s?\d[\d\s.,'’]{0,30}\)?\s?(?:%|[€$£¥]|[A-Z]{3})?$/;

/** Whether a cell has a number, which is not broken at the end of a line. */
export const isNumber = (cell: string): boolean => NUMBER.test(cell.trim());

/**
 * Whether a row belongs to a line of a quote. A short row, such as a single number, is too common to count unless it is the whole
 * quote.
 */
function isInQuote(cells: readonly string[], quote: string): boolean {
  const row = normalize(cells.join(''));
  return row === quote || (row.length >= 4 && (quote.includes(row) || (quote.length >= 8 && row.includes(quote))));
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/[\s|,;"]/g, '');
}

function splitSheetRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^\| /, '').replace(/ \|$/, '').split(' | '));
}

/** Splits comma-, semicolon- or tab-separated values (RFC 4180). */
export function splitValues(text: string): string[][] {
  const separator = findSeparator(text);
  const rows: string[][] = [[]];
  let value = '';
  let isQuoted = false;
  const endValue = () => {
    rows.at(-1)?.push(value);
    value = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      value += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || value === '')) isQuoted = !isQuoted;
    else if (isQuoted) value += sign;
    else if (sign === separator) endValue();
    else if (sign === '\n') {
      endValue();
      rows.push([]);
    } else value += sign;
  }
  endValue();
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

function findSeparator(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const counts = ['\t', ';', ','].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}
