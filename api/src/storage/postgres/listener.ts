import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StoreError } from '../errors.ts';
import type { StoreLog } from '../log.ts';
import { connectionSettings } from './connections.ts';

type Hear = (channel: string, payload: string) => void;

export interface ListenerOptions {
  connectionString: string;
  log: StoreLog;
  onNotify: Hear;
  /** Called after a lost connection is back: notifications of the time between are lost. */
  onReconnect(): void;
  heartbeatMs?: number;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
const ANSWER_MS = 5_000;

const quoted = (channel: string) => pg.escapeIdentifier(channel);

/**
 * The one connection of this process that listens. Opened at the first channel; asked every 10 s whether it still
 * answers, since a half-open socket stays silent for ever; opened again with a growing pause when it breaks.
 * LISTEN does not work through PgBouncer in transaction mode: DATABASE_URL must name the server itself.
 */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #channels = new Set<string>();
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  async listen(channel: string): Promise<void> {
    this.#channels.add(channel);
    await this.#run(await this.#connected(), `listen ${quoted(channel)}`);
  }

  async unlisten(channel: string): Promise<void> {
    this.#channels.delete(channel);
    if (this.#client) await this.#run(this.#client, `unlisten ${quoted(channel)}`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    const client = this.#client ?? (await this.#connecting?.catch(() => undefined));
    this.#client = undefined;
    await client?.end();
  }

  /** One statement after the other: pg has no queue of its own any more. */
  #run(client: pg.Client, statement: string): Promise<unknown> {
    const done = this.#last.then(() => client.query(statement));
    this.#last = done.catch(() => undefined);
    return done;
  }

  #connected(): Promise<pg.Client> {
    if (this.#client) return Promise.resolve(this.#client);
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<pg.Client> {
    if (this.#closed) throw new StoreError('store_closed', 'The store is closed.');
    const client = new pg.Client({ ...connectionSettings(this.#options.connectionString), query_timeout: ANSWER_MS });
    client.on('error', (error) => this.#broke(client, error));
    client.on('end', () => this.#broke(client, undefined));
    client.on('notification', ({ channel, payload }) => this.#options.onNotify(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.#channels) await client.query(`listen ${quoted(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.#watch(client);
    return client;
  }

  #watch(client: pg.Client): void {
    clearInterval(this.#heartbeat);
    const beat = () => this.#run(client, 'select 1').catch((error: unknown) => this.#broke(client, error));
    this.#heartbeat = setInterval(() => void beat(), this.#options.heartbeatMs ?? 10_000).unref();
  }

  #broke(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    this.#options.log.warn({ err: error }, 'the listening database connection broke');
    client.end().catch(() => undefined);
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !this.#closed; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, { ref: false });
      try {
        await this.#connected();
        return this.#options.onReconnect();
      } catch (error) {
        if (!this.#closed) this.#options.log.warn({ err: error }, 'the listening database connection is not back yet');
      }
    }
  }
}
