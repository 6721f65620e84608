import type { ConstructorOptions } from 'pg-boss';
import type { PubSub } from './pubSub.ts';

/** Runs the SQL of pg-boss: `query` one statement with values, `exec` any number of statements without values. */
export interface SqlExecutor {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
  exec(text: string): Promise<{ rows: unknown[] }[]>;
}

/**
 * Options for pg-boss on either engine: it shares the pool and the listening connection, and learns when notifications
 * can have been missed. The adapters of pg-boss open more connections or do not report missed notifications.
 */
export function createQueueOptions(
  executor: SqlExecutor,
  pubSub: PubSub,
  backend: 'pglite' | 'postgres',
): ConstructorOptions {
  const db: NonNullable<ConstructorOptions['db']> = {
    executeSql: async (text, values) => {
      if (values?.length) return executor.query(text, values);
      return { rows: (await executor.exec(text)).flatMap(({ rows }) => rows) };
    },
    listen: async (channel, onNotification, onReconnect) => {
      const close = await pubSub.subscribe(channel, onNotification, onReconnect);
      onReconnect();
      return { close };
    },
  };
  return { db, backend, useListenNotify: true };
}
