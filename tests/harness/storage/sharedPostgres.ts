import pg from 'pg';
import { openDatabase } from '../../../api/src/storage/open.ts';
import { withPostgres, type TestPostgres } from './postgres.ts';

/** A database with all tables that suites copy theirs from. */
export const MIGRATED = 'ava_migrated';
const VARIABLE = 'SHARED_POSTGRES_URL';

/** The server of this test run, where `npm test` has started one; a suite makes a database of its own on it. */
export function sharedPostgres(): TestPostgres | null {
  const url = process.env[VARIABLE];
  return url ? { url, stop: async () => undefined } : null;
}

/**
 * Starts one server for all suites of a run, because a server for each suite takes seconds. Gives the variables to start
 * jest with; none where no server can run.
 */
export async function startSharedPostgres(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const { url, ...server } = await withPostgres();
  if (url === null || !('stop' in server)) return { env: {}, stop: async () => undefined };
  await makeTemplate(url);
  return { env: { [VARIABLE]: url }, stop: server.stop };
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`drop database if exists ${MIGRATED}`);
  await client.query(`create database ${MIGRATED}`).finally(() => client.end());
  const address = new URL(url);
  address.pathname = MIGRATED;
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const database = await openDatabase({ databaseUrl: address.href, log });
  await database.close();
}
