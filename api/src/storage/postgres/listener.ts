import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StoreError } from '#api/storage/errors.ts';
import type { StoreLog } from '#api/storage/storeLog.ts';
import { connectionSettings } from './connections.ts';

export interface ListenerOptions {
  connectionString: string;
  log: StoreLog;
  onNotify(channel: string, payload: string): void;
  /** Called after a reconnect: notifications sent in between are lost. */
  onReconnect(): void;
  heartbeatMs?: number;
}

const MIN_RECONNECT_MS = 250;
const MAX_RECONNECT_MS = 5_000;
const QUERY_TIMEOUT_MS = 5_000;

const quoteName = (channel: string) => pg.escapeIdentifier(channel);

/**
 * The only connection of this process that listens. It is opened for the first channel, and reopened with a growing
 * delay when it fails. A heartbeat every 10 s detects a half-open socket, which reports no error.
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
    await this.#run(await this.#getClient(), `listen ${quoteName(channel)}`);
  }

  async unlisten(channel: string): Promise<void> {
    this.#channels.delete(channel);
    if (this.#client) await this.#run(this.#client, `unlisten ${quoteName(channel)}`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    const client = this.#client ?? (await this.#connecting?.catch(() => undefined));
    this.#client = undefined;
    await client?.end();
  }

  /** Runs statements one at a time: pg does not queue them. */
  #run(client: pg.Client, statement: string): Promise<unknown> {
    const done = this.#last.then(() => client.query(statement));
    this.#last = done.catch(() => undefined);
    return done;
  }

  #getClient(): Promise<pg.Client> {
    if (this.#client) return Promise.resolve(this.#client);
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<pg.Client> {
    if (this.#closed) throw new StoreError('store_closed', 'The store is closed.');
    const client = new pg.Client({
      ...connectionSettings(this.#options.connectionString),
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', (error) => this.#handleFailure(client, error));
    client.on('end', () => this.#handleFailure(client, undefined));
    client.on('notification', ({ channel, payload }) => this.#options.onNotify(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.#channels) await client.query(`listen ${quoteName(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.#startHeartbeat(client);
    return client;
  }

  #startHeartbeat(client: pg.Client): void {
    clearInterval(this.#heartbeat);
    const beat = () => this.#run(client, 'select 1').catch((error: unknown) => this.#handleFailure(client, error));
    this.#heartbeat = setInterval(() => void beat(), this.#options.heartbeatMs ?? 10_000).unref();
  }

  #handleFailure(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    this.#options.log.warn({ err: error }, 'database listener disconnected');
    client.end().catch(() => undefined);
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    for (let delay = MIN_RECONNECT_MS; !this.#closed; delay = Math.min(delay * 2, MAX_RECONNECT_MS)) {
      await sleep(delay, undefined, { ref: false });
      try {
        await this.#getClient();
        return this.#options.onReconnect();
      } catch (error) {
        if (!this.#closed) this.#options.log.warn({ err: error }, 'database listener failed to reconnect');
      }
    }
  }
}
