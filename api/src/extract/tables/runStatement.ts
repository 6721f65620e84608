import { constants, DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import type { Table } from './readTable.ts';
import { formatNumber, type Span } from './sheets.ts';

/** A statement that cannot be run, with the reason in words. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
}

export interface StatementResult {
  columns: string[];
  /** The first rows. */
  rows: string[][];
  /** How many rows there are. */
  total: number;
  /** The tables that the statement read, each with the columns of the sheet from which it read. */
  reads: { table: Table; columns: Span }[];
}

const MAX_RESULT_ROWS = 200;
const MAX_RESULT_COLUMNS = 50;
const MAX_CELL_CHARACTERS = 300;
const READS_ONLY = 'only one SELECT statement over the tables of this file can be run';

/** What a statement can do: read. Everything else, such as attaching a file, is denied. */
const allowed: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  // These two are missing in Node's list (https://sqlite.org/c3ref/c_alter_table.html): SQLITE_FUNCTION, SQLITE_RECURSIVE.
  31,
  33,
]);
/** Functions of SQLite that return tables of their arguments only. */
const functionTables = new Set(['json_each', 'json_tree']);
const deniedFunctions = new Set(['load_extension', 'fts3_tokenizer']);

/**
 * Runs one reading statement over tables, in a database in memory that it cannot leave: no file is attached, read or written.
 * @throws StatementError
 */
export function runStatement(tables: readonly Table[], sql: string): StatementResult {
  // Prevents attaching files, and limits a value to 10 MB.
  const database = new DatabaseSync(':memory:', { limits: { attach: 0, length: 10_000_000 } });
  try {
    // Large sorts stay in memory instead of a file.
    database.exec('pragma temp_store = memory');
    for (const table of tables) insert(database, table);
    return select(database, tables, sql);
  } finally {
    database.close();
  }
}

function insert(database: DatabaseSync, { name, columns, rows }: Table): void {
  const types = { number: 'real', hours: 'real', date: 'text', text: 'text' };
  const names = columns.map((column) => quote(column.name));
  const definitions = columns.map((column, index) => `${names[index]} ${types[column.type]}`);
  database.exec(`create table ${quote(name)} (${definitions.join(', ')})`);
  const places = Array.from({ length: columns.length + 1 }, () => '?').join(', ');
  const statement = database.prepare(`insert into ${quote(name)} (rowid, ${names.join(', ')}) values (${places})`);
  database.exec('begin');
  for (const [row, number] of rows.entries())
    statement.run(number, ...columns.map(({ values }): SQLInputValue => values[row] ?? null));
  database.exec('commit');
}

const quote = (name: string) => `"${name.replaceAll('"', '""').replaceAll('\0', '')}"`;

function select(database: DatabaseSync, tables: readonly Table[], sql: string): StatementResult {
  const byName = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
  const reads = new Map<Table, Set<string>>();
  database.setAuthorizer((action, name, detail) => {
    if (!allowed.has(action)) return constants.SQLITE_DENY;
    if (action === 31 && deniedFunctions.has(detail?.toLowerCase() ?? '')) return constants.SQLITE_DENY;
    if (action !== constants.SQLITE_READ) return constants.SQLITE_OK;
    const table = byName.get(name?.toLowerCase() ?? '');
    if (!table) return functionTables.has(name ?? '') || detail === '' ? constants.SQLITE_OK : constants.SQLITE_DENY;
    const columns = reads.get(table) ?? new Set();
    reads.set(table, columns.add(detail?.toLowerCase() ?? ''));
    return constants.SQLITE_OK;
  });
  try {
    const statement = database.prepare(sql);
    // SQLite takes the first statement and ignores what follows it.
    if (
      sql
        .slice(sql.indexOf(statement.sourceSQL) + statement.sourceSQL.length)
        .replaceAll(';', '')
        .trim() !== ''
    )
      throw new StatementError(READS_ONLY);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    // A column without a name has that of its expression, which can be long.
    const columns = statement.columns().map(({ name }) => toCell(name));
    const rows: string[][] = [];
    let total = 0;
    for (const row of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
      total += 1;
      if (total <= MAX_RESULT_ROWS) rows.push(row.slice(0, MAX_RESULT_COLUMNS).map(toCell));
    }
    return {
      columns: columns.slice(0, MAX_RESULT_COLUMNS),
      rows,
      total,
      reads: tables.flatMap((table) => {
        const names = reads.get(table);
        return names ? [{ table, columns: findColumns(table, names) }] : [];
      }),
    };
  } catch (error) {
    throw error instanceof StatementError ? error : new StatementError(describe(error), { cause: error });
  }
}

function findColumns({ columns }: Table, names: ReadonlySet<string>): Span {
  const read = columns.filter(({ name }) => names.has(name.toLowerCase()));
  const indexes = (read.length > 0 ? read : columns).map(({ index }) => index);
  return [Math.min(...indexes), Math.max(...indexes)];
}

function toCell(value: SQLOutputValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return formatNumber(value);
  const text = value instanceof Uint8Array ? `${value.length} bytes` : String(value).replaceAll(/\s+/g, ' ');
  return text.length <= MAX_CELL_CHARACTERS ? text : `${text.slice(0, MAX_CELL_CHARACTERS)}…`;
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /not authorized|authorization denied|is prohibited|no statements/.test(message)
    ? READS_ONLY
    : message.slice(0, 300);
}
