import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../api/src/storage/database.ts';
import { openDatabase, type OpenOptions } from '../../../api/src/storage/openDatabase.ts';
import { createRecordingLog } from '../fakes/recordingLog.ts';
import { copyEmptyDatabase, copyMigratedDatabase } from './preparedDatabases.ts';
import { getPostgresUnavailableReason, startPostgres } from './postgres.ts';
import { copyTemplate, getSharedPostgres, runStatement } from './sharedPostgres.ts';

/** A store on one of the two engines. `open` can be called again after the database was closed. */
export interface TestStore {
  open(options?: Partial<OpenOptions>): Promise<Database>;
  cleanUp(): Promise<void>;
}

/** Dump of the database of a new store. */
type InitialContent = 'tables' | 'nothing';

export async function makeTempFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'ava-store-'));
}

/** Makes a folder with a database: with all tables, or an empty one for tests of the engine and of migrations. */
export async function makeDataFolder(content: InitialContent = 'tables'): Promise<string> {
  const folder = await makeTempFolder();
  await (content === 'tables' ? copyMigratedDatabase : copyEmptyDatabase)(folder);
  return folder;
}

async function makeEmbeddedStore(content: InitialContent): Promise<TestStore> {
  const dataDir = await makeDataFolder(content);
  return {
    open: (options) => openDatabase({ dataDir, log: createRecordingLog(), ...options }),
    cleanUp: () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Creates a database on the server and drops it in `cleanUp`. */
async function makePostgresStore(content: InitialContent): Promise<TestStore> {
  const shared = getSharedPostgres();
  const server = shared ?? (await startPostgres());
  if (server.url === null) throw new Error(`PostgreSQL could not be started: ${server.reason}`);
  const name = `ava_test_${process.pid}_${Date.now()}`;
  if (shared && content === 'tables') await copyTemplate(server.url, name);
  else await runStatement(server.url, `create database ${name}`);
  const address = new URL(server.url);
  address.pathname = name;
  return {
    open: (options) => openDatabase({ databaseUrl: address.href, log: createRecordingLog(), ...options }),
    cleanUp: async () => {
      await runStatement(server.url, `drop database ${name} with (force)`);
      await server.stop();
    },
  };
}

/**
 * Makes a store on PostgreSQL if this run has a server, because it is several times faster, otherwise on the embedded
 * engine. For tests of what does not depend on the engine.
 */
export function makeStoreOnAnyEngine(): Promise<TestStore> {
  return getSharedPostgres() ? makePostgresStore('tables') : makeEmbeddedStore('tables');
}

export type StoreSuite = (store: () => TestStore) => void;

/** Runs a suite on both engines. If PostgreSQL can't run, its tests are reported as skipped with the reason. */
export function describeOnBothEngines(title: string, suite: StoreSuite): void {
  describeOnBoth(title, 'tables', suite);
}

/** Runs a suite on both engines without tables, for suites with their own migrations. */
export function describeOnEmptyEngines(title: string, suite: StoreSuite): void {
  describeOnBoth(title, 'nothing', suite);
}

/** Runs a suite only on PostgreSQL, for stores that several processes share. */
export function describeOnPostgres(title: string, suite: StoreSuite): void {
  describeOnPostgresWith(title, 'tables', suite);
}

function describeOnBoth(title: string, content: InitialContent, suite: StoreSuite): void {
  describeOnEngine(describe, `${title} (embedded)`, () => makeEmbeddedStore(content), suite);
  describeOnPostgresWith(title, content, suite);
}

function describeOnPostgresWith(title: string, content: InitialContent, suite: StoreSuite): void {
  const reason = getPostgresUnavailableReason();
  const make = () => makePostgresStore(content);
  if (reason === null) describeOnEngine(describe, `${title} (PostgreSQL)`, make, suite);
  else describeOnEngine(describe.skip, `${title} (PostgreSQL; not run: ${reason})`, make, suite);
}

function describeOnEngine(
  define: jest.Describe,
  title: string,
  make: () => Promise<TestStore>,
  suite: StoreSuite,
): void {
  define(title, () => {
    let store: TestStore | undefined;
    beforeAll(async () => {
      store = await make();
    });
    afterAll(() => store?.cleanUp());
    suite(() => {
      if (store === undefined) throw new Error('The store is not ready yet.');
      return store;
    });
  });
}
