import { sql, type QueryExecutorProvider } from 'kysely';
import { StoreError } from './errors.ts';
import type { StoreLog } from './log.ts';

/** Wake-ups between the processes of one installation, over LISTEN/NOTIFY. Delivery is not stored. */
export interface Bus {
  /** Resolves when the database took it. Throws StoreError notification_too_large from 8,000 bytes on. */
  publish(channel: string, payload: string): Promise<void>;
  /**
   * Calls `handler` for every notification, those of this process too. `onReconnect` says that some may have been
   * missed: read the table again. Resolves to the function that ends it.
   */
  subscribe(
    channel: string,
    handler: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
}

/** PostgreSQL refuses a payload of 8,000 bytes or more. */
const MAX_PAYLOAD_BYTES = 7_999;

/** Inside a transaction: those who listen hear it when it commits, and never when it rolls back. */
export async function notify(executor: QueryExecutorProvider, channel: string, payload: string): Promise<void> {
  const bytes = Buffer.byteLength(payload);
  if (bytes > MAX_PAYLOAD_BYTES) {
    throw new StoreError(
      'notification_too_large',
      `A notification carries at most ${MAX_PAYLOAD_BYTES} bytes, not ${bytes}.`,
    );
  }
  await sql`select pg_notify(${channel}, ${payload})`.execute(executor);
}

/** What an engine offers: one LISTEN per channel, and a word when it had to begin again. */
export interface Ears {
  listen(channel: string): Promise<void>;
  unlisten(channel: string): Promise<void>;
}

interface Subscription {
  handler(payload: string): void;
  onReconnect: (() => void) | undefined;
}

/** Spreads what one engine hears over all subscriptions of this process. */
export class Subscriptions {
  readonly #byChannel = new Map<string, Set<Subscription>>();
  readonly #log: StoreLog;

  constructor(log: StoreLog) {
    this.#log = log;
  }

  hear = (channel: string, payload: string): void => {
    for (const { handler } of this.#byChannel.get(channel) ?? []) this.#safely(channel, () => handler(payload));
  };

  reconnected = (): void => {
    for (const [channel, subscriptions] of this.#byChannel) {
      for (const { onReconnect } of subscriptions) if (onReconnect) this.#safely(channel, onReconnect);
    }
  };

  bus(executor: QueryExecutorProvider, ears: Ears): Bus {
    return {
      publish: (channel, payload) => notify(executor, channel, payload),
      subscribe: (channel, handler, onReconnect) => this.#add(ears, channel, { handler, onReconnect }),
    };
  }

  async #add(ears: Ears, channel: string, subscription: Subscription): Promise<() => Promise<void>> {
    const subscriptions = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, subscriptions.add(subscription));
    const remove = () => {
      subscriptions.delete(subscription);
      const last = subscriptions.size === 0 && this.#byChannel.get(channel) === subscriptions;
      if (last) this.#byChannel.delete(channel);
      return last;
    };
    try {
      await ears.listen(channel);
    } catch (error) {
      remove();
      throw error;
    }
    return async () => {
      if (remove()) await ears.unlisten(channel);
    };
  }

  /** One listener's mistake must not keep the others from hearing. */
  #safely(channel: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#log.error({ err: error, channel }, 'a listener failed');
    }
  }
}
