import type { ConstructorOptions } from 'pg-boss';
import type { Bus } from './pubSub.ts';

/** Runs pg-boss' statements: with values one statement, without values any number of them. */
export interface RunSql {
  one(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
  many(text: string): Promise<{ rows: unknown[] }[]>;
}

/**
 * What pg-boss is constructed with, on either engine: it shares the pool and the one listening connection, and
 * is told when notifications may have been missed (its own adapters open more connections, or never say so).
 */
export function jobsOptions(run: RunSql, bus: Bus, backend: 'pglite' | 'postgres'): ConstructorOptions {
  const db: NonNullable<ConstructorOptions['db']> = {
    executeSql: async (text, values) => {
      if (values?.length) return run.one(text, values);
      return { rows: (await run.many(text)).flatMap(({ rows }) => rows) };
    },
    listen: async (channel, onNotification, onReconnect) => {
      const close = await bus.subscribe(channel, onNotification, onReconnect);
      onReconnect();
      return { close };
    },
  };
  return { db, backend, useListenNotify: true };
}
