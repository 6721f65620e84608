import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { SqlError, StoreError } from '#api/storage/errors.ts';
import type { StoreLog } from '#api/storage/storeLog.ts';
import {
  Cell,
  CELL_COUNT,
  type Call,
  type FromWorker,
  type Result,
  type ToWorker,
  type WorkerSettings,
} from './workerMessages.ts';

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;
export type WorkerRequest = WithoutId<Call>;

interface Pending {
  call: Call;
  /** Time limit of the statement in ms, where it differs from the watchdog's. */
  limitMs: number | undefined;
  resolve(results: Result[]): void;
  reject(error: Error): void;
}

export interface Activity {
  running: number;
  session: number;
  count: number;
  limitMs: number | undefined;
}

const CLOSE_TIMEOUT_MS = 15_000;
const REOPEN_DELAY_MS = 1_000;

/** Sends calls to the worker thread, terminates it when necessary, and restarts it on the same folder. */
export class WorkerClient {
  readonly #dataDir: string;
  readonly #log: StoreLog;
  readonly #pending = new Map<number, Pending>();
  #cells = new Int32Array(new SharedArrayBuffer(CELL_COUNT * 4));
  #worker: Worker | undefined;
  #outbox: Call[] = [];
  #lastId = 0;
  #failedAt = 0;
  state: 'opening' | 'open' | 'failed' | 'closed' = 'opening';
  /** Statements that every new engine runs first (LISTEN). */
  readonly setup = new Set<string>();
  onNotify: (channel: string, payload: string) => void = () => undefined;
  /** The engine was terminated: open transactions and undelivered notifications are lost. */
  onEnded: (reason: StoreError) => void = () => undefined;
  onReopened: () => void = () => undefined;

  constructor(dataDir: string, log: StoreLog) {
    this.#dataDir = dataDir;
    this.#log = log;
  }

  async open(): Promise<void> {
    try {
      await this.#start();
    } catch (error) {
      this.state = 'closed';
      this.#rejectAll(createUnavailableError(error));
      throw error;
    }
    this.#resume();
  }

  call(request: WorkerRequest, limitMs?: number): Promise<Result[]> {
    if (this.state === 'closed') return Promise.reject(new StoreError('store_closed', 'The store is closed.'));
    if (this.state === 'failed' && !this.#tryReopen()) return Promise.reject(createUnavailableError());
    return new Promise((resolve, reject) => {
      this.#lastId = (this.#lastId % 0x7fff_fffe) + 1;
      const call: Call = { ...request, id: this.#lastId };
      this.#pending.set(call.id, { call, limitMs, resolve, reject });
      if (this.state === 'open') this.#post(call);
    });
  }

  activity(): Activity {
    const read = (cell: number) => Atomics.load(this.#cells, cell);
    const running = read(Cell.running);
    const limitMs = this.#pending.get(running)?.limitMs;
    return { running, session: read(Cell.session), count: read(Cell.count), limitMs };
  }

  /**
   * Terminates the thread and opens the folder again. The running statement fails with `reason`, open transactions
   * with transaction_lost; statements that had not started are sent again.
   */
  async restart(reason: StoreError): Promise<void> {
    if (this.state !== 'open') return;
    this.state = 'opening';
    const running = this.#pending.get(this.activity().running)?.call;
    const sql = running && 'sql' in running ? running.sql.slice(0, 200) : undefined;
    this.#log.warn({ code: reason.code, sql }, 'embedded database restarted');
    await this.#worker?.terminate();
    this.#rejectLost(reason);
    this.onEnded(reason);
    await this.#reopen();
  }

  abandon(session: number): void {
    this.#send({ abandon: session });
  }

  /** Waits up to 15 s for open work, then stops the engine (with a checkpoint) and the thread. */
  async close(): Promise<void> {
    if (this.state === 'closed') return;
    const closed = this.state === 'failed' ? undefined : this.call({ kind: 'close', session: 0 });
    this.state = this.state === 'opening' ? 'opening' : 'closed';
    const done = new AbortController();
    try {
      await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { signal: done.signal }).catch(() => undefined)]);
    } catch (error) {
      this.#log.warn({ err: error }, 'embedded database failed to close');
    }
    done.abort();
    await this.kill();
  }

  /** Terminates the thread immediately, without a checkpoint; acknowledged commits are in the WAL. */
  async kill(): Promise<void> {
    this.state = 'closed';
    await this.#worker?.terminate();
    this.#rejectAll(new StoreError('store_closed', 'The store is closed.'));
  }

  #start(): Promise<void> {
    this.#cells = new Int32Array(new SharedArrayBuffer(CELL_COUNT * 4));
    const workerData: WorkerSettings = { dataDir: this.#dataDir, cells: this.#cells };
    const worker = new Worker(new URL('./pgliteWorker.ts', import.meta.url), { workerData });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      let cause: unknown;
      worker.on('message', (message: FromWorker) => ('ready' in message ? resolve() : this.#receive(message)));
      worker.on('error', (error) => {
        cause = error;
      });
      worker.once('exit', () => {
        reject(createUnavailableError(cause));
        if (this.#worker === worker && this.state === 'open') void this.restart(createUnavailableError(cause));
      });
    });
  }

  async #reopen(): Promise<void> {
    try {
      await this.#start();
      if (this.state !== 'opening') return;
      this.#resume();
      this.onReopened();
    } catch (error) {
      this.#log.error({ err: error }, 'embedded database failed to open');
      if (this.state === 'opening') this.state = 'failed';
      this.#failedAt = Date.now();
      this.#rejectAll(createUnavailableError(error));
    }
  }

  /** After a failure the next call reopens the folder, at most once a second. */
  #tryReopen(): boolean {
    if (Date.now() - this.#failedAt < REOPEN_DELAY_MS) return false;
    this.state = 'opening';
    void this.#reopen();
    return true;
  }

  #resume(): void {
    this.state = 'open';
    const waiting = [...this.#pending.values()];
    for (const sql of this.setup) this.call({ kind: 'exec', session: 0, sql }).catch(() => undefined);
    for (const { call } of waiting) this.#post(call);
  }

  /** Calls made in one turn of the event loop are sent in one message. */
  #post(call: Call): void {
    this.#outbox.push(call);
    if (this.#outbox.length > 1) return;
    queueMicrotask(() => {
      const calls = this.#outbox;
      this.#outbox = [];
      this.#send({ calls });
    });
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #receive(message: Exclude<FromWorker, { ready: true }>): void {
    if ('channel' in message) return this.onNotify(message.channel, message.payload);
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('results' in message) return pending?.resolve(message.results);
    const error = new SqlError(message.error);
    if (!message.fatal) return pending?.reject(error);
    const reason = createUnavailableError(error);
    pending?.reject(createInterruptedError(pending.call, reason));
    void this.restart(reason);
  }

  #rejectLost(reason: StoreError): void {
    const { running } = this.activity();
    for (const [id, { call, reject }] of this.#pending) {
      const isInTransaction = call.session !== 0 && call.kind !== 'begin';
      if (id !== running && !isInTransaction) continue;
      this.#pending.delete(id);
      reject(id === running ? createInterruptedError(call, reason) : createTransactionLostError(reason));
    }
  }

  #rejectAll(error: StoreError): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

function createInterruptedError(call: Call, reason: StoreError): StoreError {
  if (call.kind !== 'end' || call.sql !== 'commit') return reason;
  return new StoreError('outcome_unknown', 'The database was terminated during a commit.', reason);
}

export function createTransactionLostError(cause: StoreError): StoreError {
  return new StoreError('transaction_lost', 'The database was restarted during this transaction.', cause);
}

function createUnavailableError(cause?: unknown): StoreError {
  return new StoreError('store_unavailable', 'The database is not available at the moment.', cause);
}
