import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../../../api/src/storage/database.ts';
import { openDatabase, type OpenOptions } from '../../../api/src/storage/openDatabase.ts';
import { createRecordingLog } from '../fakes/recordingLog.ts';
import { copyEmptyDatabase, copyMigratedDatabase } from './preparedDatabases.ts';
import { getPostgresUnavailableReason, startPostgres, type TestPostgres } from './postgres.ts';
import { TEMPLATE_DATABASE, getSharedPostgres } from './sharedPostgres.ts';

/** A store for tests on one of the two engines; `open` may be called again after `close` of what it gave. */
export interface TestStore {
  open(options?: Partial<OpenOptions>): Promise<Database>;
  cleanUp(): Promise<void>;
}

/** What a store starts with. */
type InitialContent = 'tables' | 'nothing';

export async function makeTempFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'ava-store-'));
}

/** A folder with a database in it: with all tables, or for tests of the engine and of migrations without any. */
export async function makeDataFolder(holding: InitialContent = 'tables'): Promise<string> {
  const folder = await makeTempFolder();
  await (holding === 'tables' ? copyMigratedDatabase : copyEmptyDatabase)(folder);
  return folder;
}

async function makeEmbeddedStore(holding: InitialContent): Promise<TestStore> {
  const dataDir = await makeDataFolder(holding);
  return {
    open: (options) => openDatabase({ dataDir, log: createRecordingLog(), ...options }),
    cleanUp: () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** A fresh database on the server, dropped in the end. */
async function makePostgresStore(holding: InitialContent): Promise<TestStore> {
  const shared = getSharedPostgres();
  const server = shared ?? (await startPostgres());
  if (server.url === null) throw new Error(`PostgreSQL could not be started: ${server.reason}`);
  const name = `ava_test_${process.pid}_${Date.now()}`;
  const template = shared && holding === 'tables' ? ` template ${TEMPLATE_DATABASE}` : '';
  await runStatement(server, `create database ${name}${template}`);
  const address = new URL(server.url);
  address.pathname = name;
  return {
    open: (options) => openDatabase({ databaseUrl: address.href, log: createRecordingLog(), ...options }),
    cleanUp: async () => {
      await runStatement(server, `drop database ${name} with (force)`);
      await server.stop();
    },
  };
}

async function runStatement({ url }: TestPostgres, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export type StoreSuite = (store: () => TestStore) => void;

/** Tells the same stories on both engines. Where PostgreSQL cannot run they are counted as skipped, with the reason. */
export function describeOnBothEngines(title: string, suite: StoreSuite): void {
  describeOnBoth(title, 'tables', suite);
}

/** The same on databases without tables, for stories that bring migrations of their own. */
export function describeOnEmptyEngines(title: string, suite: StoreSuite): void {
  describeOnBoth(title, 'nothing', suite);
}

/** Tells stories in which several processes share a store. */
export function describeOnPostgres(title: string, suite: StoreSuite): void {
  tellOnPostgres(title, 'tables', suite);
}

function describeOnBoth(title: string, holding: InitialContent, suite: StoreSuite): void {
  describeOnEngine(describe, `${title} (embedded)`, () => makeEmbeddedStore(holding), suite);
  tellOnPostgres(title, holding, suite);
}

function tellOnPostgres(title: string, holding: InitialContent, suite: StoreSuite): void {
  const reason = getPostgresUnavailableReason();
  const make = () => makePostgresStore(holding);
  if (reason === null) describeOnEngine(describe, `${title} (PostgreSQL)`, make, suite);
  else describeOnEngine(describe.skip, `${title} (PostgreSQL; not run: ${reason})`, make, suite);
}

function describeOnEngine(tell: jest.Describe, title: string, make: () => Promise<TestStore>, suite: StoreSuite): void {
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
