import pg from 'pg';
import { createQueue } from '../../../api/src/jobs/queue.ts';
import { openDatabase } from '../../../api/src/storage/openDatabase.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** A database with all tables; suites create theirs as copies of it. */
const TEMPLATE_DATABASE = 'ava_migrated';
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
export async function createSharedDatabase(): Promise<SharedDatabase | null> {
  const server = process.env[VARIABLE];
  if (!server) return null;
  lastDatabase += 1;
  const name = `ava_app_${process.pid}_${Date.now()}_${lastDatabase}`;
  await copyTemplate(server, name);
  return {
    url: Object.assign(new URL(server), { pathname: name }).href,
    drop: () => runStatement(server, `drop database ${name} with (force)`),
  };
}

/** Creates a database with all tables. Copying it through the write-ahead log, the default, takes twice the CPU time. */
export function copyTemplate(server: string, name: string): Promise<void> {
  return runStatement(server, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
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
  await runStatement(url, `drop database if exists ${TEMPLATE_DATABASE}`);
  await runStatement(url, `create database ${TEMPLATE_DATABASE}`);
  const address = new URL(url);
  address.pathname = TEMPLATE_DATABASE;
  const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
  const database = await openDatabase({ databaseUrl: address.href, log });
  await (await createQueue(database.boss, log)).close();
  await database.close();
}
