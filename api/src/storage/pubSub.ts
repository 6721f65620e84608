import { sql, type QueryExecutorProvider } from 'kysely';
import { StoreError } from './errors.ts';
import type { StoreLog } from './storeLog.ts';

/** Publish/subscribe between the processes of one installation, over LISTEN/NOTIFY. Messages are not stored. */
export interface PubSub {
  /** Resolves when the database has accepted the message. Throws StoreError notification_too_large. */
  publish(channel: string, payload: string): Promise<void>;
  /**
   * Calls `handler` for every notification, including those of this process. `onReconnect` is called when notifications
   * can have been missed: read the table again. Resolves to the function that unsubscribes.
   */
  subscribe(
    channel: string,
    handler: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
}

/** PostgreSQL rejects a payload of 8,000 bytes or more. */
const MAX_PAYLOAD_BYTES = 7_999;

/** In a transaction, the notification is delivered on commit and dropped on rollback. */
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

/** LISTEN and UNLISTEN of an engine, called once per channel. */
export interface NotificationSource {
  listen(channel: string): Promise<void>;
  unlisten(channel: string): Promise<void>;
}

interface Subscription {
  handler(payload: string): void;
  onReconnect: (() => void) | undefined;
}

/** Delivers the notifications of one engine to all subscriptions of this process. */
export class Subscriptions {
  readonly #byChannel = new Map<string, Set<Subscription>>();
  readonly #log: StoreLog;

  constructor(log: StoreLog) {
    this.#log = log;
  }

  deliver = (channel: string, payload: string): void => {
    for (const { handler } of this.#byChannel.get(channel) ?? []) this.#callSafely(channel, () => handler(payload));
  };

  handleReconnect = (): void => {
    for (const [channel, subscriptions] of this.#byChannel) {
      for (const { onReconnect } of subscriptions) if (onReconnect) this.#callSafely(channel, onReconnect);
    }
  };

  createPubSub(executor: QueryExecutorProvider, source: NotificationSource): PubSub {
    return {
      publish: (channel, payload) => notify(executor, channel, payload),
      subscribe: (channel, handler, onReconnect) => this.#add(source, channel, { handler, onReconnect }),
    };
  }

  async #add(source: NotificationSource, channel: string, subscription: Subscription): Promise<() => Promise<void>> {
    const subscriptions = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, subscriptions.add(subscription));
    const removeIsLast = () => {
      subscriptions.delete(subscription);
      const last = subscriptions.size === 0 && this.#byChannel.get(channel) === subscriptions;
      if (last) this.#byChannel.delete(channel);
      return last;
    };
    try {
      await source.listen(channel);
    } catch (error) {
      removeIsLast();
      throw error;
    }
    return async () => {
      if (removeIsLast()) await source.unlisten(channel);
    };
  }

  /** A subscriber that throws must not keep the others from being called. */
  #callSafely(channel: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#log.error({ err: error, channel }, 'notification handler failed');
    }
  }
}
