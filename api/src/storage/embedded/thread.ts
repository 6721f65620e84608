import { SqlError, type StoreError } from '../errors.ts';
import type { StoreLog } from '../log.ts';
import { toWire } from '../parameters.ts';
import type { Result } from './workerMessages.ts';
import { transactionLost, WorkerLink, type Activity } from './workerClient.ts';

export interface QueryOptions {
  rowMode?: 'object' | 'array';
  /** Longest time this statement may run, in ms, where it differs from the watchdog's. */
  limitMs?: number;
}

/** Statements that run one after another in one place: the engine itself, or one transaction. */
export interface Statements {
  /** One statement, `$1` … for the parameters. Throws SqlError with PostgreSQL's fields, or StoreError. */
  query<T = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Result<T>>;
  /** Any number of statements without parameters; one result each. */
  exec(sql: string, options?: QueryOptions): Promise<Result[]>;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * PostgreSQL in a worker thread of this process on a data folder, with the surface of a PGlite instance.
 * One session: statements run in the order they are called, a transaction keeps all others waiting.
 */
export class PGliteThread implements Statements {
  readonly #link: WorkerLink;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #restartHandlers = new Set<() => void>();
  readonly #sessions = new Map<number, Session>();
  #lastSession = 0;
  readonly waitReady: Promise<void>;

  constructor(dataDir: string, log: StoreLog) {
    this.#link = new WorkerLink(dataDir, log);
    this.#link.onNotify = (channel, payload) => this.#listeners.get(channel)?.forEach((listener) => listener(payload));
    this.#link.onEnded = (reason) => {
      for (const number of this.#sessions.keys()) this.#lose(number, transactionLost(reason));
    };
    this.#link.onReopened = () => this.#restartHandlers.forEach((handler) => handler());
    this.waitReady = this.#link.open();
    // Whoever awaits waitReady is told; a failure that nobody awaits must not end the process.
    this.waitReady.catch(() => undefined);
  }

  get ready(): boolean {
    return this.#link.state === 'open';
  }

  get closed(): boolean {
    return this.#link.state === 'closed';
  }

  query<T = Record<string, unknown>>(
    sql: string,
    params: readonly unknown[] = [],
    options?: QueryOptions,
  ): Promise<Result<T>> {
    return this.#query<T>(0, sql, params, options);
  }

  exec(sql: string, options?: QueryOptions): Promise<Result[]> {
    return this.#link.call({ kind: 'exec', session: 0, sql }, options?.limitMs);
  }

  /** Opens a transaction; everything else waits until it is committed or rolled back. */
  async begin(sql = 'begin'): Promise<Session> {
    this.#lastSession = (this.#lastSession % 0x7fff_fffe) + 1;
    const number = this.#lastSession;
    const session = new Session({
      query: (text, params, options) => this.#query(number, text, params, options),
      exec: (text, options) => this.#link.call({ kind: 'exec', session: number, sql: text }, options?.limitMs),
      end: async (how) => {
        this.#sessions.delete(number);
        return this.#link.call({ kind: 'end', session: number, sql: how });
      },
    });
    await this.#link.call({ kind: 'begin', session: number, sql });
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

  /** Calls `listener` for each notification on `channel`; resolves to the function that stops it. */
  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    const sql = `listen ${quoted(channel)}`;
    this.#link.setup.add(sql);
    await this.exec(sql);
    return async () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return;
      this.#listeners.delete(channel);
      this.#link.setup.delete(sql);
      if (!this.closed) await this.exec(`unlisten ${quoted(channel)}`);
    };
  }

  /** Called after the engine was ended and opened again: notifications of the time between are lost. */
  onRestart(handler: () => void): () => void {
    this.#restartHandlers.add(handler);
    return () => this.#restartHandlers.delete(handler);
  }

  activity(): Activity {
    return this.#link.activity();
  }

  restart(reason: StoreError): Promise<void> {
    return this.#link.restart(reason);
  }

  /** Rolls back a transaction whose owner went silent. */
  abandon(number: number, reason: StoreError): void {
    this.#lose(number, reason);
    this.#link.abandon(number);
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  kill(): Promise<void> {
    return this.#link.kill();
  }

  async #query<T>(
    session: number,
    sql: string,
    params: readonly unknown[] = [],
    options?: QueryOptions,
  ): Promise<Result<T>> {
    const { rowMode = 'object', limitMs } = options ?? {};
    const [result] = await this.#link.call({ kind: 'query', session, sql, values: toWire(params), rowMode }, limitMs);
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

  /** Throws SqlError 25P02 when an earlier error has made the transaction roll back instead. */
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
