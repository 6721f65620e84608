import type { FileType } from '#contract/files/fileTypes.ts';
import type { Location } from '#contract/files/locations.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { Limits } from '#api/extract/limits.ts';
import type { QueryReply, TableDescription } from './messages.ts';
import { encodeRange, readSheets } from './readSheets.ts';
import { readTables, type Table } from './readTable.ts';
import { runStatement, StatementError } from './runStatement.ts';
import { formatNumber, type Span } from './sheets.ts';

/** Sheets of one workbook that are described. */
const MAX_DESCRIBED = 30;
const FIRST_ROWS = 3;
const MAX_EXAMPLE_CHARACTERS = 80;

/** Reads the tables of a file. @throws ExtractionError */
export function readFileTables(bytes: Buffer, type: FileType, limits: Limits): Table[] {
  const tables = readSheets(bytes, type, limits).flatMap(readTables);
  if (tables.length === 0) throw new ExtractionError('no_text', { reason: 'The file has no table.' });
  return tables;
}

/** Describes the tables of a file, or runs a statement over them. @throws ExtractionError */
export function queryTables(tables: readonly Table[], sql: string | null): QueryReply {
  if (sql === null) return { kind: 'described', tables: tables.slice(0, MAX_DESCRIBED).map(describeTable) };
  try {
    const { reads, ...result } = runStatement(tables, sql);
    const located = reads.map(({ table, columns }) => ({
      location: locate(table, columns),
      rows: table.rows.length,
    }));
    return { kind: 'calculated', ...result, reads: located };
  } catch (error) {
    if (error instanceof StatementError) return { kind: 'refused', problem: error.message };
    throw error;
  }
}

function describeTable(table: Table): TableDescription {
  const { name, sheet, columns, rows, notes } = table;
  const indexes = columns.map(({ index }) => index);
  return {
    name,
    location: locate(table, [Math.min(...indexes), Math.max(...indexes)]),
    rows: rows.length,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    first: rows.slice(0, FIRST_ROWS).map((_, row) => columns.map(({ values }) => toExample(values[row] ?? null))),
    notes: sheet.isHidden ? ['The sheet is hidden.', ...notes] : notes,
  };
}

function locate({ sheet: { name, isCsv }, rows }: Table, columns: Span): Location {
  const [from, to] = [rows[0] ?? 1, rows.at(-1) ?? 1];
  if (isCsv) return { kind: 'rows', from, to };
  return { kind: 'sheet', sheet: name, range: encodeRange([from - 1, to - 1], columns) };
}

function toExample(value: string | number | null): string {
  if (value === null) return '';
  return (typeof value === 'number' ? formatNumber(value) : value).slice(0, MAX_EXAMPLE_CHARACTERS);
}
