import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { StoreLog } from '../../../api/src/storage/log.ts';
import { openDatabase, type Database, type OpenOptions } from '../../../api/src/storage/open.ts';
import { giveCluster, giveStore } from './preparedDatabases.ts';
import { whyNoPostgres, withPostgres, type TestPostgres } from './postgres.ts';
import { MIGRATED, sharedPostgres } from './sharedPostgres.ts';

/** A store for tests on one of the two engines; `open` may be called again after `close` of what it gave. */
export interface TestStore {
  open(options?: Partial<OpenOptions>): Promise<Database>;
  cleanUp(): Promise<void>;
}

/** What a store starts with. */
type Holding = 'tables' | 'nothing';

/** Keeps what the store reports, so that a test can look at it. */
export function listeningLog(): StoreLog & { lines: string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') };
}

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'ava-store-'));
}

/** A folder with a database in it: with all tables, or for tests of the engine and of migrations without any. */
export async function dataFolder(holding: Holding = 'tables'): Promise<string> {
  const folder = await temporaryFolder();
  await (holding === 'tables' ? giveStore : giveCluster)(folder);
  return folder;
}

async function embeddedStore(holding: Holding): Promise<TestStore> {
  const dataDir = await dataFolder(holding);
  return {
    open: (options) => openDatabase({ dataDir, log: listeningLog(), ...options }),
    cleanUp: () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** A fresh database on the server, dropped in the end. */
async function postgresStore(holding: Holding): Promise<TestStore> {
  const shared = sharedPostgres();
  const server = shared ?? (await withPostgres());
  if (server.url === null) throw new Error(`PostgreSQL could not be started: ${server.reason}`);
  const name = `ava_test_${process.pid}_${Date.now()}`;
  const template = shared && holding === 'tables' ? ` template ${MIGRATED}` : '';
  await administer(server, `create database ${name}${template}`);
  const address = new URL(server.url);
  address.pathname = name;
  return {
    open: (options) => openDatabase({ databaseUrl: address.href, log: listeningLog(), ...options }),
    cleanUp: async () => {
      await administer(server, `drop database ${name} with (force)`);
      await server.stop();
    },
  };
}

async function administer({ url }: TestPostgres, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export type StoreSuite = (store: () => TestStore) => void;

/** Tells the same stories on both engines. Where PostgreSQL cannot run they are counted as skipped, with the reason. */
export function onBothEngines(title: string, suite: StoreSuite): void {
  tellOnBoth(title, 'tables', suite);
}

/** The same on databases without tables, for stories that bring migrations of their own. */
export function onBothEmptyEngines(title: string, suite: StoreSuite): void {
  tellOnBoth(title, 'nothing', suite);
}

/** Tells stories in which several processes share a store. */
export function onPostgres(title: string, suite: StoreSuite): void {
  tellOnPostgres(title, 'tables', suite);
}

function tellOnBoth(title: string, holding: Holding, suite: StoreSuite): void {
  onEngine(describe, `${title} (embedded)`, () => embeddedStore(holding), suite);
  tellOnPostgres(title, holding, suite);
}

function tellOnPostgres(title: string, holding: Holding, suite: StoreSuite): void {
  const reason = whyNoPostgres();
  const make = () => postgresStore(holding);
  if (reason === null) onEngine(describe, `${title} (PostgreSQL)`, make, suite);
  else onEngine(describe.skip, `${title} (PostgreSQL; not run: ${reason})`, make, suite);
}

function onEngine(tell: jest.Describe, title: string, make: () => Promise<TestStore>, suite: StoreSuite): void {
  tell(title, () => {
    let store: TestStore | undefined;
    beforeAll(async () => {
      store = await make();
    });
    afterAll(() => store?.cleanUp());
    suite(() => {
      if (store === undefined) throw new Error('The store has not been made.');
      return store;
    });
  });
}
