import {
  AbortedTransactionError,
  CompiledQuery,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { PGliteThread, Session, Statements } from './pgliteThread.ts';

/**
 * Kysely's PGliteDialect runs one statement at a time, never settles when BEGIN fails, and leaves an unhandled rejection
 * when the engine stops during a transaction. This dialect pipelines statements and maps a transaction to a session.
 */
export class EmbeddedDialect implements Dialect {
  readonly #thread: PGliteThread;

  constructor(thread: PGliteThread) {
    this.#thread = thread;
  }

  createAdapter() {
    return new EmbeddedAdapter();
  }

  createDriver(): Driver {
    return new EmbeddedDriver(this.#thread);
  }

  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db as ConstructorParameters<typeof PostgresIntrospector>[0]);
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler();
  }
}

class EmbeddedAdapter extends PGliteAdapter {
  /** The thread queues its callers, so Kysely's lock around each statement is not needed. */
  override get supportsMultipleConnections() {
    return true;
  }
}

class EmbeddedDriver implements Driver {
  readonly #thread: PGliteThread;

  constructor(thread: PGliteThread) {
    this.#thread = thread;
  }

  init(): Promise<void> {
    return this.#thread.waitReady;
  }

  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection(this.#thread);
  }

  async beginTransaction(connection: EmbeddedConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    const access = settings.accessMode ? ` ${settings.accessMode}` : '';
    connection.session = await this.#thread.begin(`begin${isolation}${access}`);
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    try {
      await connection.session?.commit();
    } catch (error) {
      const aborted = (error as { code?: string }).code === '25P02';
      throw aborted ? new AbortedTransactionError({ cause: error }) : error;
    }
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.session?.rollback();
  }

  async savepoint(connection: EmbeddedConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
  }

  async rollbackToSavepoint(connection: EmbeddedConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to "${name}"`));
  }

  async releaseSavepoint(connection: EmbeddedConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release "${name}"`));
  }

  async releaseConnection(connection: EmbeddedConnection): Promise<void> {
    connection.session = undefined;
  }

  destroy(): Promise<void> {
    return this.#thread.close();
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #thread: PGliteThread;
  session: Session | undefined;

  constructor(thread: PGliteThread) {
    this.#thread = thread;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statements: Statements = this.session ?? this.#thread;
    try {
      const { rows, affectedRows, command } = await statements.query<R>(sql, parameters);
      return WRITES.has(command ?? '') ? { rows, numAffectedRows: BigInt(affectedRows) } : { rows };
    } catch (error) {
      // The error was created when the reply arrived; this adds the caller's stack.
      if (error instanceof Error) error.stack += `\n${new Error().stack?.split('\n').slice(1).join('\n')}`;
      throw error;
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database cannot stream rows; read them in pages.');
  }
}

/** Commands whose row count Kysely reports, as in its PostgreSQL driver. */
const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
