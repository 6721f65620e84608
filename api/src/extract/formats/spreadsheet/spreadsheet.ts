import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import type { TextPart } from '#contract/files/locations.ts';
import type { UnreadCounts } from '#contract/files/unread.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';
import { isCompound } from '#api/extract/formats/office/archive.ts';
import { isNotCalculated, readCell } from './cellText.ts';
import { readDrawings } from './drawings.ts';
import { openWorkbook, xlsx } from './openWorkbook.ts';
import { listSheetParts } from './sheetParts.ts';
import { readXlsObjects } from './xlsObjects.ts';

/** Parsing more rows of a wide sheet needs more memory than a child process gets. */
const MAX_ROWS = 100_000;
/** Rows that are parsed beyond the limit to see whether the sheet has more. */
const ROWS_BEHIND = 50;

/**
 * Reads a workbook (XLSX, XLSB, XLS, and what programs save under these names: HTML, XML of 2003). Cells are read as Excel shows them,
 * with comments; a formula is read as its saved result. Charts and text boxes follow.
 */
export async function* readSpreadsheet(
  bytes: Buffer,
  { type, limits, unread, onProgress }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const { workbook, archive } = openWorkbook(bytes, type, limits, MAX_ROWS + ROWS_BEHIND);
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name];
    const isHidden = Boolean(workbook.Workbook?.Sheets?.[index]?.Hidden);
    const isFrom1904 = Boolean(workbook.Workbook?.WBProps?.date1904);
    if (sheet) yield* readSheet(sheet, name, { isHidden, isFrom1904, unread });
    onProgress(index + 1, workbook.SheetNames.length);
  }
  if (archive) yield* readDrawings(archive, listLinkedSheets(workbook), unread);
  else if (isCompound(bytes)) yield* readXlsObjects(bytes, xlsx.CFB, unread);
  return { pages: null };
}

/** The library has the ids of the links to the sheets, but no type for them. */
const listLinkedSheets = ({ Workbook }: WorkBook) =>
  (Workbook?.Sheets ?? []).map((sheet) => ({ name: sheet.name ?? '', id: 'id' in sheet ? String(sheet.id) : '' }));

interface SheetOptions {
  isHidden: boolean;
  /** Whether days are counted from 1904. */
  isFrom1904: boolean;
  unread: UnreadCounts;
}

function* readSheet(sheet: WorkSheet, name: string, options: SheetOptions): Generator<TextPart> {
  const rows = (sheet['!data'] ?? []).slice(0, MAX_ROWS);
  const isFilled = (row: CellObject[] | undefined) =>
    row?.some((cell) => cell && readCell(cell, options.isFrom1904) !== '');
  if ((sheet['!data'] ?? []).slice(MAX_ROWS).some(isFilled)) {
    const last = xlsx.utils.decode_range(String(sheet['!fullref'] ?? '')).e.r;
    options.unread.add('row', Math.max(1, last + 1 - MAX_ROWS));
  }
  const getRow = (index: number) => readRow(rows[index], options);
  yield* listSheetParts({ name, isHidden: options.isHidden, rowCount: rows.length, getRow });
}

/** The cells of a row without the empty ones at its end. A cell is one line. */
function readRow(row: (CellObject | undefined)[] | undefined, { isFrom1904, unread }: SheetOptions): string[] {
  const cells: string[] = [];
  // Skips the holes of a sparse array: a hostile file can place a single cell in the last column.
  row?.forEach((cell, column) => {
    const text = cell ? readCell(cell, isFrom1904) : '';
    if (text === '') return;
    if (cell && isNotCalculated(cell)) unread.add('formula');
    while (cells.length < column) cells.push('');
    cells.push(text);
  });
  return cells;
}
