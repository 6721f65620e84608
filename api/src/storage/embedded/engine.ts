import { messages, parse, PGlite, protocol } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { SQL_ERROR_FIELDS, type SqlErrorFields } from '../errors.ts';
import type { WireValue } from '../parameters.ts';
import { parsers } from '../typeParsers.ts';
import type { Result } from './workerMessages.ts';

/**
 * PGlite's own parameters without -F (no fsync) and with a WAL that is opened O_DSYNC, so that a commit has
 * reached the disk before it is acknowledged: PGlite's file system has no fsync, and open_sync crashes it.
 * A small min_wal_size keeps the folder small after a checkpoint.
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

/** One PostgreSQL session in this thread. Not safe for concurrent use: its owner runs one call at a time. */
export class Engine {
  readonly #db: PGlite;

  private constructor(db: PGlite) {
    this.#db = db;
  }

  static async open(dataDir: string, onNotify: (channel: string, payload: string) => void): Promise<Engine> {
    const db = await PGlite.create(dataDir, { startParams, extensions: { vector, amcheck, pg_trgm } });
    db.onNotification(onNotify);
    return new Engine(db);
  }

  /** One statement with parameters. All its protocol messages go in together: a third faster than one by one. */
  async query(sql: string, values: WireValue[], rowMode: 'object' | 'array'): Promise<Result> {
    const request = concat([serialize.parse({ text: sql }), serialize.bind({ values }), ...describeAndRun]);
    const [result] = await this.#run(request, rowMode);
    if (result === undefined) throw new EngineFailure('The engine gave no result.');
    return result;
  }

  /** Any number of statements without parameters, in one implicit transaction unless they say otherwise. */
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
    // PGlite swallows what it does not know, such as a panic of the server or a trap of WebAssembly; then no end is reported.
    if (!replies.some(({ name }) => name === 'commandComplete' || name === 'emptyQuery')) {
      throw new EngineFailure('The engine stopped in the middle of a statement.');
    }
    return parse.parseResults(replies, { ...parsers }, { rowMode }) as Result[];
  }
}

/** The engine itself is broken and must be opened again. */
class EngineFailure extends Error {}

/** An error of the wrapper in the shape of a PostgreSQL error with SQLSTATE `code`. */
export function refusal(code: string, message: string): Error {
  return Object.assign(new messages.DatabaseError(message, message.length, 'error'), { code, severity: 'ERROR' });
}

/** An error as it travels to the main thread; `fatal` when the engine must be opened again. */
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
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
