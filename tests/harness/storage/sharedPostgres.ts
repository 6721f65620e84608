import pg from 'pg';
import { createQueue } from '#api/jobs/queue.ts';
import { openDatabase } from '#api/storage/openDatabase.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** A database with all tables; suites create theirs as copies of it. */
const TEMPLATE_DATABASE = 'ava_migrated';
/** Databases that workers keep until the end of a run; they are dropped with the server or at the start of the next run. */
export const KEPT_PREFIX = 'ava_kept_';
const VARIABLE = 'SHARED_POSTGRES_URL';

/** Returns the server that `npm test` has started, if any. Every suite creates its own database on it. */
export function getSharedPostgres(): TestPostgres | null {
  const url = process.env[VARIABLE];
  return url ? { url, stop: async () => undefined } : null;
}

/** A database with all tables on the shared server. */
export interface SharedDatabase {
  url: string;
  drop(): Promise<void>;
}

let lastDatabase = 0;

/** Creates a database for one app, or returns null without a shared server: then the app uses the embedded engine. */
export async function createSharedDatabase(prefix = 'ava_app_'): Promise<SharedDatabase | null> {
  const server = process.env[VARIABLE];
  if (!server) return null;
  lastDatabase += 1;
  const name = `${prefix}${process.pid}_${Date.now()}_${lastDatabase}`;
  // Copying through the write-ahead log, the default, takes twice the CPU time.
  await runStatement(server, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  return {
    url: Object.assign(new URL(server), { pathname: name }).href,
    drop: async () => void (await runStatement(server, `drop database ${name} with (force)`)),
  };
}

export async function runStatement(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

/**
 * Starts one server for all suites, because a server for each suite takes seconds. `env` contains the environment
 * variables for jest; it is empty if no server can start.
 */
export async function startSharedPostgres(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const { url, ...server } = await startPostgres();
  if (url === null || !('stop' in server)) return { env: {}, stop: async () => undefined };
  await makeTemplate(url);
  return { env: { [VARIABLE]: url }, stop: server.stop };
}

async function makeTemplate(url: string): Promise<void> {
  const { rows } = await runStatement(url, `select datname from pg_database where datname ^@ '${KEPT_PREFIX}'`);
  for (const { datname } of rows) await runStatement(url, `drop database ${datname} with (force)`);
  await runStatement(url, `drop database if exists ${TEMPLATE_DATABASE}`);
  await runStatement(url, `create database ${TEMPLATE_DATABASE}`);
  const address = new URL(url);
  address.pathname = TEMPLATE_DATABASE;
  const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
  const database = await openDatabase({ databaseUrl: address.href, log });
  await (await createQueue(database.boss, log)).close();
  await database.close();
}
