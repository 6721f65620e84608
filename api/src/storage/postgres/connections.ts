import pg from 'pg';
import type { StoreLog } from '#api/storage/storeLog.ts';
import { getTypeParser } from '#api/storage/typeParsers.ts';

/** A process uses at most 10 connections: this pool, one for LISTEN and one for migrations. */
const POOL_SIZE = 8;

const STATEMENT_MS = 30_000;
const IDLE_TRANSACTION_MS = 30_000;
const CONNECT_MS = 10_000;

/** Parses values as the embedded engine does (typeParsers.ts). Both engines run in UTC: dates are sent as text. */
export function connectionSettings(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    application_name: 'ava',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    options: '-c timezone=UTC',
    types: { getTypeParser: getParser as typeof pg.types.getTypeParser },
  };
}

function getParser(oid: number, format?: string): (value: never) => unknown {
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : getTypeParser(oid);
}

/** The pool for all statements except migrations, with timeouts for statements and idle transactions. */
export function openPool(connectionString: string, log: StoreLog): pg.Pool {
  return createPool(log, {
    ...connectionSettings(connectionString),
    max: POOL_SIZE,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  });
}

/** One connection without timeouts: building an index on a large table takes minutes. */
export function openMigrationPool(connectionString: string, log: StoreLog): pg.Pool {
  return createPool(log, { ...connectionSettings(connectionString), max: 1 });
}

/** Handles the 'error' events of all connections: an unhandled one would crash the process. */
function createPool(log: StoreLog, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection failed'));
  // The pool handles errors of idle connections only.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database connection failed')));
  return pool;
}
