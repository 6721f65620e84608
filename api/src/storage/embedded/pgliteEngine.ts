import { messages, parse, PGlite, protocol } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { vector } from '@electric-sql/pglite-pgvector';
import { SQL_ERROR_FIELDS, type SqlErrorFields } from '#api/storage/errors.ts';
import type { WireValue } from '#api/storage/parameters.ts';
import { parsers } from '#api/storage/typeParsers.ts';
import type { Result } from './workerMessages.ts';

/**
 * PGlite's default parameters without -F, which turns fsync off. The WAL is opened with O_DSYNC, so that a commit is on
 * disk before it is acknowledged: PGlite's file system has no fsync, and open_sync crashes PGlite. A small min_wal_size
 * keeps the folder small after a checkpoint.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=open_datasync',
  '-c',
  'min_wal_size=32MB',
];

const { serialize } = protocol;
const describeAndRun = [serialize.describe({ type: 'P' }), serialize.execute({}), serialize.sync()];

/** One PostgreSQL session in this thread. Not safe for concurrent use: run one call at a time. */
export class Engine {
  readonly #db: PGlite;

  private constructor(db: PGlite) {
    this.#db = db;
  }

  static async open(dataDir: string, onNotify: (channel: string, payload: string) => void): Promise<Engine> {
    const db = await PGlite.create(dataDir, { startParams, extensions: { vector, amcheck } });
    db.onNotification(onNotify);
    return new Engine(db);
  }

  /** Runs one statement with parameters. Sending all its protocol messages together is a third faster. */
  async query(sql: string, values: WireValue[], rowMode: 'object' | 'array'): Promise<Result> {
    const request = concat([serialize.parse({ text: sql }), serialize.bind({ values }), ...describeAndRun]);
    const [result] = await this.#run(request, rowMode);
    if (result === undefined) throw new EngineFailure('The engine returned no result.');
    return result;
  }

  /** Runs any number of statements without parameters, in one implicit transaction by default. */
  exec(sql: string): Promise<Result[]> {
    return this.#run(serialize.query(sql), 'object');
  }

  get inTransaction(): boolean {
    return this.#db.isInTransaction();
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  async #run(request: Uint8Array, rowMode: 'object' | 'array'): Promise<Result[]> {
    const replies = await this.#db.execProtocolStream(request, { syncToFs: false });
    // PGlite ignores a panic of the server and a WebAssembly trap; then no message reports completion.
    if (!replies.some(({ name }) => name === 'commandComplete' || name === 'emptyQuery')) {
      throw new EngineFailure('The engine stopped during a statement.');
    }
    return parse.parseResults(replies, { ...parsers }, { rowMode }) as Result[];
  }
}

/** The engine is broken and must be restarted. */
class EngineFailure extends Error {}

/** Creates an error of this wrapper in the shape of a PostgreSQL error with SQLSTATE `code`. */
export function createSqlError(code: string, message: string): Error {
  return Object.assign(new messages.DatabaseError(message, message.length, 'error'), { code, severity: 'ERROR' });
}

/** Converts an error for the main thread; `fatal` when the engine must be restarted. */
export function describeError(error: unknown): { error: SqlErrorFields; fatal: boolean } {
  if (!(error instanceof messages.DatabaseError)) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    return { error: { message }, fatal: true };
  }
  const fields: SqlErrorFields = { message: error.message };
  for (const name of SQL_ERROR_FIELDS) {
    const value = error[name];
    if (value !== undefined) fields[name] = value;
  }
  return { error: fields, fatal: fields.severity === 'FATAL' || fields.severity === 'PANIC' };
}

function concat(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
