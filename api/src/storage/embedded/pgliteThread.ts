import { SqlError, type StoreError } from '#api/storage/errors.ts';
import type { StoreLog } from '#api/storage/storeLog.ts';
import { toWireValues } from '#api/storage/parameters.ts';
import type { Result } from './workerMessages.ts';
import { createTransactionLostError, WorkerClient, type Activity } from './workerClient.ts';

export interface QueryOptions {
  rowMode?: 'object' | 'array';
  /** Time limit of this statement in ms, where it differs from the watchdog's. */
  limitMs?: number;
}

/** Runs statements one after another: on the engine, or in one transaction. */
export interface Statements {
  /** Runs one statement with parameters `$1` …. Throws SqlError with PostgreSQL's fields, or StoreError. */
  query<T = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Result<T>>;
  /** Runs any number of statements without parameters; one result each. */
  exec(sql: string, options?: QueryOptions): Promise<Result[]>;
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * PostgreSQL in a worker thread of this process, with the interface of a PGlite instance. It has one session: statements
 * run in the order of their calls, and a transaction blocks all others.
 */
export class PGliteThread implements Statements {
  readonly #client: WorkerClient;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #restartHandlers = new Set<() => void>();
  readonly #sessions = new Map<number, Session>();
  #lastSession = 0;
  readonly waitReady: Promise<void>;

  constructor(dataDir: string, log: StoreLog) {
    this.#client = new WorkerClient(dataDir, log);
    this.#client.onNotify = (channel, payload) =>
      this.#listeners.get(channel)?.forEach((listener) => listener(payload));
    this.#client.onEnded = (reason) => {
      for (const number of this.#sessions.keys()) this.#lose(number, createTransactionLostError(reason));
    };
    this.#client.onReopened = () => this.#restartHandlers.forEach((handler) => handler());
    this.waitReady = this.#client.open();
    // If no caller awaits waitReady, an unhandled rejection would crash the process.
    this.waitReady.catch(() => undefined);
  }

  get ready(): boolean {
    return this.#client.state === 'open';
  }

  get closed(): boolean {
    return this.#client.state === 'closed';
  }

  query<T = Record<string, unknown>>(
    sql: string,
    params: readonly unknown[] = [],
    options?: QueryOptions,
  ): Promise<Result<T>> {
    return this.#query<T>(0, sql, params, options);
  }

  exec(sql: string, options?: QueryOptions): Promise<Result[]> {
    return this.#client.call({ kind: 'exec', session: 0, sql }, options?.limitMs);
  }

  /** Opens a transaction; other statements wait until it is committed or rolled back. */
  async begin(sql = 'begin'): Promise<Session> {
    this.#lastSession = (this.#lastSession % 0x7fff_fffe) + 1;
    const number = this.#lastSession;
    const session = new Session({
      query: (text, params, options) => this.#query(number, text, params, options),
      exec: (text, options) => this.#client.call({ kind: 'exec', session: number, sql: text }, options?.limitMs),
      end: async (how) => {
        this.#sessions.delete(number);
        return this.#client.call({ kind: 'end', session: number, sql: how });
      },
    });
    await this.#client.call({ kind: 'begin', session: number, sql });
    this.#sessions.set(number, session);
    return session;
  }

  async transaction<T>(work: (transaction: Session) => Promise<T>): Promise<T> {
    const session = await this.begin();
    try {
      const result = await work(session);
      if (!session.closed) await session.commit();
      return result;
    } catch (error) {
      if (!session.closed) await session.rollback();
      throw error;
    }
  }

  /** Calls `listener` for each notification on `channel`; resolves to the function that unsubscribes. */
  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    const sql = `listen ${quoteName(channel)}`;
    this.#client.setup.add(sql);
    await this.exec(sql);
    return async () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return;
      this.#listeners.delete(channel);
      this.#client.setup.delete(sql);
      if (!this.closed) await this.exec(`unlisten ${quoteName(channel)}`);
    };
  }

  /**
   * Calls `handler` after each restart of the engine, because a restart loses notifications. Returns the function that
   * removes the handler.
   */
  onRestart(handler: () => void): () => void {
    this.#restartHandlers.add(handler);
    return () => this.#restartHandlers.delete(handler);
  }

  activity(): Activity {
    return this.#client.activity();
  }

  restart(reason: StoreError): Promise<void> {
    return this.#client.restart(reason);
  }

  /** Rolls back a transaction whose owner sends no more statements. */
  abandon(number: number, reason: StoreError): void {
    this.#lose(number, reason);
    this.#client.abandon(number);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  kill(): Promise<void> {
    return this.#client.kill();
  }

  async #query<T>(
    session: number,
    sql: string,
    params: readonly unknown[] = [],
    options?: QueryOptions,
  ): Promise<Result<T>> {
    const { rowMode = 'object', limitMs } = options ?? {};
    const [result] = await this.#client.call(
      { kind: 'query', session, sql, values: toWireValues(params), rowMode },
      limitMs,
    );
    return result as Result<T>;
  }

  #lose(number: number, reason: StoreError): void {
    this.#sessions.get(number)?.lose(reason);
    this.#sessions.delete(number);
  }
}

interface SessionCalls extends Statements {
  end(how: 'commit' | 'rollback'): Promise<Result[]>;
}

/** One open transaction. */
export class Session implements Statements {
  readonly #calls: SessionCalls;
  #lost: StoreError | undefined;
  closed = false;

  constructor(calls: SessionCalls) {
    this.#calls = calls;
  }

  async query<T>(sql: string, params?: readonly unknown[], options?: QueryOptions): Promise<Result<T>> {
    this.#check();
    return this.#calls.query<T>(sql, params, options);
  }

  async exec(sql: string, options?: QueryOptions): Promise<Result[]> {
    this.#check();
    return this.#calls.exec(sql, options);
  }

  /** Throws SqlError 25P02 when the transaction was rolled back because of an earlier error. */
  async commit(): Promise<void> {
    this.#check();
    this.closed = true;
    const [result] = await this.#calls.end('commit');
    if (result?.command !== 'ROLLBACK') return;
    throw new SqlError({ code: '25P02', message: 'The transaction was rolled back instead of committed.' });
  }

  async rollback(): Promise<void> {
    if (this.closed || this.#lost) return;
    this.closed = true;
    await this.#calls.end('rollback');
  }

  lose(reason: StoreError): void {
    this.#lost = reason;
    this.closed = true;
  }

  #check(): void {
    if (this.#lost) throw this.#lost;
    if (this.closed) throw new SqlError({ code: '25P01', message: 'The transaction has ended.' });
  }
}
