import { createRequire } from 'node:module';
import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx';
import type { TextPart } from '#contract/files/locations.ts';
import type { UnreadCounts } from '#contract/files/unread.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';
import { openArchive } from '#api/extract/formats/office/archive.ts';
import { packXml } from '#api/extract/formats/office/packXml.ts';
import { decodeText, detectEncoding } from '#api/extract/formats/plainText.ts';
import { isNotCalculated, readCell } from './cellText.ts';
import { readDrawings } from './drawings.ts';
import { countXlsObjects } from './xlsObjects.ts';

// The ESM build cannot decode workbooks from before 1997, which are not in Unicode.
const xlsx = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx');

/** Few enough rows to find a cited cell at a glance. */
const ROWS_PER_PART = 50;
/** Parsing more rows of a wide sheet needs more memory than a child process gets. */
const MAX_ROWS = 100_000;
/** The first line of a part of a sheet that Excel does not show. */
const HIDDEN = '(hidden sheet)';

/**
 * Reads a workbook (XLSX, XLSB, XLS, ODS, and what programs save under these names: HTML, XML of 2003), one part per 50 rows of a
 * sheet. A part repeats the header of its sheet, and those of hidden sheets say so. Cells are read as Excel shows them,
 * with comments; a formula is read as its saved result. Charts and text boxes follow.
 */
export async function* readSpreadsheet(
  bytes: Buffer,
  { type, limits, unread, onProgress }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const archive = type === 'XLSX' || type === 'ODS' ? openArchive(bytes, limits) : null;
  const workbook = open(archive ? packXml(archive) : bytes, limits);
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name];
    const isHidden = Boolean(workbook.Workbook?.Sheets?.[index]?.Hidden);
    const isFrom1904 = Boolean(workbook.Workbook?.WBProps?.date1904);
    if (sheet) yield* readSheet(sheet, name, { isHidden, isFrom1904, unread });
    onProgress(index + 1, workbook.SheetNames.length);
  }
  if (archive && type === 'XLSX') yield* readDrawings(archive, unread);
  // Opened again, because each reading counts toward the limit.
  else if (archive) countFrames(openArchive(bytes, limits).read('content.xml')?.toString('utf8') ?? '', unread);
  else if (detectEncoding(bytes) === null) countXlsObjects(bytes, xlsx.CFB, unread);
  return { pages: null };
}

function open(bytes: Buffer, limits: FormatContext['limits']): WorkBook {
  if (detectEncoding(bytes) === null) return parse(bytes, { type: 'buffer' });
  const text = decodeText(bytes, limits);
  // The values of HTML are texts, which must not be taken for dates.
  return parse(text, { type: 'string', raw: !text.trimStart().startsWith('<?xml') });
}

function parse(data: Buffer | string, options: ParsingOptions): WorkBook {
  try {
    return xlsx.read(data, {
      ...options,
      dense: true,
      sheetRows: MAX_ROWS + ROWS_PER_PART,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      // A formula that was never calculated has no value.
      sheetStubs: true,
    });
  } catch (cause) {
    const isLocked = cause instanceof Error && /password|encrypt/i.test(cause.message.slice(0, 200));
    throw new ExtractionError(isLocked ? 'locked' : 'broken', { cause });
  }
}

interface SheetOptions {
  isHidden: boolean;
  /** Whether days are counted from 1904. */
  isFrom1904: boolean;
  unread: UnreadCounts;
}

/** Counts what an Open Document draws on its sheets. A frame with an object contains a picture of it as well. */
function countFrames(content: string, unread: UnreadCounts): void {
  for (const rest of content.split('<draw:frame').slice(1)) {
    const frame = rest.slice(0, rest.indexOf('</draw:frame>'));
    if (frame.includes('<draw:object-ole')) unread.add('embeddedObject');
    else if (frame.includes('<draw:object')) unread.add('chart');
    else if (frame.includes('<draw:image')) unread.add('picture');
  }
}

function* readSheet(sheet: WorkSheet, name: string, options: SheetOptions): Generator<TextPart> {
  const { isHidden, unread } = options;
  const rows = (sheet['!data'] ?? []).slice(0, MAX_ROWS);
  const isFilled = (row: CellObject[] | undefined) =>
    row?.some((cell) => cell && readCell(cell, options.isFrom1904) !== '');
  if ((sheet['!data'] ?? []).slice(MAX_ROWS).some(isFilled)) {
    const last = xlsx.utils.decode_range(String(sheet['!fullref'] ?? '')).e.r;
    unread.add('row', Math.max(1, last + 1 - MAX_ROWS));
  }
  let header: string[] | undefined;
  for (let start = 0; start < rows.length; start += ROWS_PER_PART) {
    const text: string[] = [];
    const used = { first: 0, last: 0, width: 0 };
    const read: string[][] = [];
    for (let row = start; row < Math.min(start + ROWS_PER_PART, rows.length); row += 1) {
      const cells = readRow(rows[row], options);
      if (cells.length === 0) continue;
      if (text.length === 0) used.first = row;
      used.last = row;
      used.width = Math.max(used.width, cells.length);
      read.push(cells);
      text.push(toLine(cells));
    }
    const range = { s: { r: used.first, c: 0 }, e: { r: used.last, c: used.width - 1 } };
    const cleaned = tidyText([...(header ?? []), ...text].join('\n'));
    if (text.length === 0 || !cleaned) continue;
    header ??= findHeader(read).map(toLine);
    yield {
      location: { kind: 'sheet', sheet: name, range: xlsx.utils.encode_range(range) },
      text: isHidden ? `${HIDDEN}\n${cleaned}` : cleaned,
    };
  }
}

const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/**
 * The rows that name the columns: the first one, if it has several cells, and a second one below it that begins with an
 * empty cell.
 */
function findHeader([first = [], second = []]: readonly string[][]): string[][] {
  if (first.filter(Boolean).length < 2) return [];
  return second[0] === '' && first[0] !== '' ? [first, second] : [first];
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
