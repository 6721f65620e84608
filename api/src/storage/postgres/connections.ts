import pg from 'pg';
import type { StoreLog } from '../log.ts';
import { parserOf } from '../typeParsers.ts';

/** Pool and LISTEN connection together use at most 10 connections a process; one is left for migrations. */
export const POOL_SIZE = 8;

const STATEMENT_MS = 30_000;
const IDLE_TRANSACTION_MS = 30_000;
const CONNECT_MS = 10_000;

/** The same values as from the embedded engine (values.ts); both run in UTC, since dates travel as text. */
export function connectionSettings(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    application_name: 'ava',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    options: '-c timezone=UTC',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  };
}

function typeParser(oid: number, format?: string): (value: never) => unknown {
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : parserOf(oid);
}

/** The pool for everybody's statements: none longer than 30 s, no transaction silent for more than 30 s. */
export function openPool(connectionString: string, log: StoreLog): pg.Pool {
  return survivingPool(log, {
    ...connectionSettings(connectionString),
    max: POOL_SIZE,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  });
}

/** One connection without time-outs, for migrations: an index over a large table takes minutes. */
export function openMigrationPool(connectionString: string, log: StoreLog): pg.Pool {
  return survivingPool(log, { ...connectionSettings(connectionString), max: 1 });
}

/** A connection that breaks must not end the process: an error that nobody listens to does. */
function survivingPool(log: StoreLog, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // While it is idle, and until its end is through, a connection has no caller to tell.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  // The pool listens only while a connection is idle. Of one in use, the caller is told by its statement.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke')),
  );
  return pool;
}
