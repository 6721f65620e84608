import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { SqlError, StoreError } from '../errors.ts';
import type { StoreLog } from '../log.ts';
import { Cell, CELLS, type Call, type FromWorker, type Result, type ToWorker, type WorkerSettings } from './workerMessages.ts';

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;
export type Request = WithoutId<Call>;

interface Pending {
  call: Call;
  /** Longest time the statement may run, in ms, where it differs from the watchdog's. */
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

const CLOSE_MS = 15_000;
const REOPEN_PAUSE_MS = 1_000;

/** Holds the worker thread: sends calls to it, ends it when it must, opens it again on the same folder. */
export class WorkerLink {
  readonly #dataDir: string;
  readonly #log: StoreLog;
  readonly #pending = new Map<number, Pending>();
  #cells = new Int32Array(new SharedArrayBuffer(CELLS * 4));
  #worker: Worker | undefined;
  #outbox: Call[] = [];
  #lastId = 0;
  #failedAt = 0;
  state: 'opening' | 'open' | 'failed' | 'closed' = 'opening';
  /** Statements that every new engine runs before anything else (LISTEN). */
  readonly setup = new Set<string>();
  onNotify: (channel: string, payload: string) => void = () => undefined;
  /** The engine was ended: open transactions and undelivered notifications are lost. */
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
      this.#rejectAll(unavailable(error));
      throw error;
    }
    this.#resume();
  }

  call(request: Request, limitMs?: number): Promise<Result[]> {
    if (this.state === 'closed') return Promise.reject(new StoreError('store_closed', 'The store is closed.'));
    if (this.state === 'failed' && !this.#mayReopen()) return Promise.reject(unavailable());
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
   * Ends the thread wherever it is and opens the folder again. The running statement fails with `reason`, open
   * transactions with transaction_lost; statements that had not begun are sent again.
   */
  async restart(reason: StoreError): Promise<void> {
    if (this.state !== 'open') return;
    this.state = 'opening';
    const running = this.#pending.get(this.activity().running)?.call;
    const sql = running && 'sql' in running ? running.sql.slice(0, 200) : undefined;
    this.#log.warn({ code: reason.code, sql }, 'the embedded database is opened again');
    await this.#worker?.terminate();
    this.#rejectLost(reason);
    this.onEnded(reason);
    await this.#reopen();
  }

  abandon(session: number): void {
    this.#send({ abandon: session });
  }

  /** Ends the open work within 15 s, then the engine (with a checkpoint), then the thread. */
  async close(): Promise<void> {
    if (this.state === 'closed') return;
    const closed = this.state === 'failed' ? undefined : this.call({ kind: 'close', session: 0 });
    this.state = this.state === 'opening' ? 'opening' : 'closed';
    const done = new AbortController();
    try {
      await Promise.race([closed, sleep(CLOSE_MS, undefined, { signal: done.signal }).catch(() => undefined)]);
    } catch (error) {
      this.#log.warn({ err: error }, 'the embedded database did not close cleanly');
    }
    done.abort();
    await this.kill();
  }

  /** Ends the thread at once, without a checkpoint; what was acknowledged is in the WAL. */
  async kill(): Promise<void> {
    this.state = 'closed';
    await this.#worker?.terminate();
    this.#rejectAll(new StoreError('store_closed', 'The store is closed.'));
  }

  #start(): Promise<void> {
    this.#cells = new Int32Array(new SharedArrayBuffer(CELLS * 4));
    const workerData: WorkerSettings = { dataDir: this.#dataDir, cells: this.#cells };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      let cause: unknown;
      worker.on('message', (message: FromWorker) => ('ready' in message ? resolve() : this.#receive(message)));
      worker.on('error', (error) => {
        cause = error;
      });
      worker.once('exit', () => {
        reject(unavailable(cause));
        if (this.#worker === worker && this.state === 'open') void this.restart(unavailable(cause));
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
      this.#log.error({ err: error }, 'the embedded database cannot be opened');
      if (this.state === 'opening') this.state = 'failed';
      this.#failedAt = Date.now();
      this.#rejectAll(unavailable(error));
    }
  }

  /** After a failure the next caller has the folder opened again, at most once a second. */
  #mayReopen(): boolean {
    if (Date.now() - this.#failedAt < REOPEN_PAUSE_MS) return false;
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

  /** Calls made in one turn of the event loop travel in one message. */
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
    pending?.reject(new SqlError(message.error));
    if (message.fatal) void this.restart(unavailable(new SqlError(message.error)));
  }

  #rejectLost(reason: StoreError): void {
    const { running } = this.activity();
    for (const [id, { call, reject }] of this.#pending) {
      const mid = call.session !== 0 && call.kind !== 'begin';
      if (id !== running && !mid) continue;
      this.#pending.delete(id);
      reject(id === running ? endedWhileRunning(call, reason) : transactionLost(reason));
    }
  }

  #rejectAll(error: StoreError): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

function endedWhileRunning(call: Call, reason: StoreError): StoreError {
  if (call.kind !== 'end' || call.sql !== 'commit') return reason;
  return new StoreError('outcome_unknown', 'The database was ended while it committed.', reason);
}

export function transactionLost(cause: StoreError): StoreError {
  return new StoreError('transaction_lost', 'The database was opened again in the middle of this transaction.', cause);
}

function unavailable(cause?: unknown): StoreError {
  return new StoreError('store_unavailable', 'The database is not available at the moment.', cause);
}
