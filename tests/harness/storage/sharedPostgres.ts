import pg from 'pg';
import { openDatabase } from '../../../api/src/storage/openDatabase.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** A database with all tables; suites create theirs as copies of it. */
export const TEMPLATE_DATABASE = 'ava_migrated';
const VARIABLE = 'SHARED_POSTGRES_URL';

/** Returns the server that `npm test` has started for this run, if any. Every suite creates its own database on it. */
export function getSharedPostgres(): TestPostgres | null {
  const url = process.env[VARIABLE];
  return url ? { url, stop: async () => undefined } : null;
}

/**
 * Starts one server for all suites of a run, because a server for each suite takes seconds. `env` is for jest, and empty
 * if no server can run.
 */
export async function startSharedPostgres(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const { url, ...server } = await startPostgres();
  if (url === null || !('stop' in server)) return { env: {}, stop: async () => undefined };
  await makeTemplate(url);
  return { env: { [VARIABLE]: url }, stop: server.stop };
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE_DATABASE}`);
  await client.query(`create database ${TEMPLATE_DATABASE}`).finally(() => client.end());
  const address = new URL(url);
  address.pathname = TEMPLATE_DATABASE;
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const database = await openDatabase({ databaseUrl: address.href, log });
  await database.close();
}
