import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { parse, type Options } from 'csv-parse/sync';
import { isDateFormat } from 'numfmt';
import { hasTables, readerOf, type FileType } from '#contract/files/fileTypes.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import { decodeText } from '#api/extract/formats/plainText.ts';
import { readCell, readTime } from '#api/extract/formats/spreadsheet/cellText.ts';
import { openWorkbook, xlsx } from '#api/extract/formats/spreadsheet/openWorkbook.ts';
import type { Limits } from '#api/extract/limits.ts';
import { Duration, Moment, type Cell, type Sheet, type Span } from './sheets.ts';

/** Parsing more rows of a workbook takes too long for a person who waits; a CSV file is read ten times as fast. */
const MAX_WORKBOOK_ROWS = 300_000;
/** Columns of a table in SQLite. */
const MAX_COLUMNS = 2_000;
const TOO_LARGE =
  'The workbook has too many rows to calculate with. Save the sheet as a CSV file and add that file instead.';
const TOO_WIDE = `The table has more than ${MAX_COLUMNS} columns, which is more than AVA can calculate with.`;

/** This number of lines shows how the values of a CSV file are separated. */
const SAMPLE_LINES = 20;
const SEPARATORS = [',', ';', '\t', '|'];

/** Reads the sheets of a workbook with their values, or a CSV file as one sheet. @throws ExtractionError */
export function readSheets(bytes: Buffer, type: FileType, limits: Limits): Sheet[] {
  if (readerOf(type) === 'csv') return [readCsvSheet(decodeText(bytes, { outputBytes: limits.fileBytes }))];
  if (!hasTables(type))
    throw new ExtractionError('unsupported', { reason: 'This is neither a workbook nor a CSV file.' });
  // All rows are read, because a sum over the first rows would look like one over all.
  const { workbook } = openWorkbook(bytes, type, limits, 0);
  return workbook.SheetNames.flatMap((name, index) => {
    const sheet = workbook.Sheets[name];
    return sheet?.['!data'] ? [readSheet(sheet, name, workbook, index)] : [];
  });
}

function readSheet(sheet: WorkSheet, name: string, workbook: WorkBook, index: number): Sheet {
  // A hostile file can place a single cell in the last row or column, so that there are holes.
  const rows: readonly (CellObject[] | undefined)[] = Array.from(sheet['!data'] ?? []);
  if (rows.filter((row) => row !== undefined).length > MAX_WORKBOOK_ROWS)
    throw new ExtractionError('too_big_inside', { reason: TOO_LARGE });
  const isFrom1904 = Boolean(workbook.Workbook?.WBProps?.date1904);
  return {
    name,
    isHidden: Boolean(workbook.Workbook?.Sheets?.[index]?.Hidden),
    rows: rows.map((row) => {
      if ((row?.length ?? 0) > MAX_COLUMNS) throw new ExtractionError('too_big_inside', { reason: TOO_WIDE });
      return row?.map((cell) => readValue(cell, isFrom1904)) ?? [];
    }),
    merges: sheet['!merges'] ?? [],
    language: 'en',
    isCsv: false,
  };
}

export const encodeRange = ([top, bottom]: Span, [left, right]: Span) =>
  xlsx.utils.encode_range({ s: { r: top, c: left }, e: { r: bottom, c: right } });

/** Numbers, dates and times as values; other cells as Excel shows them. */
function readValue(cell: CellObject, isFrom1904: boolean): Cell {
  const { t, v, z } = cell;
  if (t === 'd' && v instanceof Date) return toMoment(v);
  if (t !== 'n' || typeof v !== 'number') return readCell({ ...cell, c: [] } as CellObject, isFrom1904) || null;
  if (typeof z !== 'string' || !isDateFormat(z)) return v;
  return v < 1 || /\[[hms]/i.test(z) ? new Duration(v * 24) : toMoment(new Date(readTime(v, isFrom1904)));
}

function toMoment(date: Date): Cell {
  if (Number.isNaN(date.getTime())) return null;
  const [day = '', time = ''] = date.toISOString().split('T');
  return new Moment(time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`);
}

function readCsvSheet(text: string): Sheet {
  const delimiter = findSeparator(
    text
      .slice(0, 200_000)
      .split(/\r\n|\r|\n/, SAMPLE_LINES)
      .join('\n'),
  );
  const rows = parseCsv(text, delimiter);
  if (rows.some(({ length }) => length > MAX_COLUMNS))
    throw new ExtractionError('too_big_inside', { reason: TOO_WIDE });
  return {
    name: 'data',
    isHidden: false,
    rows,
    merges: [],
    // Excel separates with semicolons where the comma separates decimals.
    language: delimiter === ';' ? 'de' : 'en',
    isCsv: true,
  };
}

function parseCsv(text: string, delimiter: string): string[][] {
  const options: Options = { delimiter, bom: true, relax_column_count: true, relax_quotes: true, trim: true };
  try {
    return parse(text, options) as unknown as string[][];
  } catch {
    // A quote that is never closed is only a character, such as an inch mark.
    return parse(text, { ...options, quote: false }) as unknown as string[][];
  }
}

/** The separator that gives the most lines the same number of values. */
function findSeparator(sample: string): string {
  const rated = SEPARATORS.map((delimiter) => {
    const widths = parseCsv(sample, delimiter).map(({ length }) => length);
    const wide = Map.groupBy(
      widths.filter((width) => width > 1),
      (width) => width,
    );
    return { delimiter, lines: Math.max(0, ...[...wide.values()].map(({ length }) => length)) };
  });
  return rated.reduce((best, next) => (next.lines > best.lines ? next : best)).delimiter;
}
