import { createRequire } from 'node:module';
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import type { TextPart } from '../../../../contract/files/locations.ts';
import { cleanText } from '../cleanText.ts';
import { ExtractionError } from '../../errors.ts';
import type { FormatContext, Summary } from '../formats.ts';
import { openArchive } from '../office/archive.ts';
import { packXml } from '../office/packXml.ts';

// The ESM build cannot decode workbooks from before 1997, which are not in Unicode.
const xlsx = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx');

/** Few enough rows to find a cited cell at a glance. */
const ROWS_PER_PART = 50;
/** Parsing more rows of a wide sheet needs more memory than a child process gets. */
const MAX_ROWS = 100_000;
/** For dates in the default format, which Excel shows as is usual in the reader's country. */
const DATE_FORMAT = 'yyyy-mm-dd';

/**
 * Reads a workbook (XLSX, XLS), one part per 50 rows of a sheet, hidden sheets included. Cells are read as Excel shows
 * them, with comments; a formula is read as its saved result. Charts and pictures are not read.
 */
export async function* readSpreadsheet(
  bytes: Buffer,
  { type, limits, onProgress }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const workbook = parse(type === 'XLSX' ? packXml(openArchive(bytes, limits)) : bytes);
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name];
    if (sheet) yield* readSheet(sheet, name);
    onProgress(index + 1, workbook.SheetNames.length);
  }
  return { pages: null };
}

function parse(bytes: Buffer): WorkBook {
  try {
    return xlsx.read(bytes, {
      type: 'buffer',
      dense: true,
      sheetRows: MAX_ROWS + 1,
      cellFormula: false,
      cellHTML: false,
      dateNF: DATE_FORMAT,
    });
  } catch (cause) {
    const isLocked = cause instanceof Error && /password|encrypt/i.test(cause.message.slice(0, 200));
    throw new ExtractionError(isLocked ? 'locked' : 'broken', { cause });
  }
}

function* readSheet(sheet: WorkSheet, name: string): Generator<TextPart> {
  const rows = sheet['!data'] ?? [];
  if (rows.length > MAX_ROWS) throw new ExtractionError('too_big_inside', { cause: `more than ${MAX_ROWS} rows` });
  for (let start = 0; start < rows.length; start += ROWS_PER_PART) {
    const text: string[] = [];
    const used = { first: 0, last: 0, width: 0 };
    for (let row = start; row < Math.min(start + ROWS_PER_PART, rows.length); row += 1) {
      const cells = readRow(rows[row]);
      if (cells.length === 0) continue;
      if (text.length === 0) used.first = row;
      used.last = row;
      used.width = Math.max(used.width, cells.length);
      text.push(`| ${cells.join(' | ')} |`);
    }
    const range = { s: { r: used.first, c: 0 }, e: { r: used.last, c: used.width - 1 } };
    const cleaned = cleanText(text.join('\n'));
    if (cleaned)
      yield { location: { kind: 'sheet', sheet: name, range: xlsx.utils.encode_range(range) }, text: cleaned };
  }
}

/** The cells of a row without the empty ones at its end. A cell is one line. */
function readRow(row: (CellObject | undefined)[] | undefined): string[] {
  const cells: string[] = [];
  // Skips the holes of a sparse array: a hostile file can place a single cell in the last column.
  row?.forEach((cell, column) => {
    const text = readCell(cell);
    if (text === '') return;
    while (cells.length < column) cells.push('');
    cells.push(text);
  });
  return cells;
}

function readCell(cell: CellObject | undefined): string {
  if (!cell) return '';
  const shown = cell.w ?? (cell.v === undefined || cell.v === null ? '' : String(cell.v));
  const comments = (cell.c ?? []).map(({ t }) => ` (comment: ${t ?? ''})`).join('');
  return `${shown}${comments}`.replaceAll(/\s+/g, ' ').trim();
}
