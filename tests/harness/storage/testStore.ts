import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#api/storage/database.ts';
import { openDatabase, type OpenOptions } from '#api/storage/openDatabase.ts';
import { RUN_FOLDER_VARIABLE } from '#tests/harness/jest/jestProcess.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { copyEmptyDatabase, copyMigratedDatabase } from './preparedDatabases.ts';
import { createKeptDatabase, createKeptEngine, takeKeptDatabase } from './keptDatabases.ts';
import { getPostgresUnavailableReason, startPostgres } from './postgres.ts';
import { createSharedDatabase, getSharedPostgres, runStatement, type SharedDatabase } from './sharedPostgres.ts';

/**
 * A store on one of the two engines. `open` can be called again after the database was closed. Only a store without tables
 * takes options, because later suites can use a database with tables again.
 */
export interface TestStore {
  open(options?: Partial<OpenOptions>): Promise<Database>;
  cleanUp(): Promise<void>;
}

/** What the database of a new store contains. */
type InitialContent = 'tables' | 'nothing';

export async function makeTempFolder(parent = tmpdir()): Promise<string> {
  return mkdtemp(join(parent, 'ava-store-'));
}

/** Makes a folder with a database: with all tables, or an empty one for tests of the engine and of migrations. */
export async function makeDataFolder(content: InitialContent = 'tables', parent?: string): Promise<string> {
  const folder = await makeTempFolder(parent);
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
  const copy = content === 'tables' ? await createSharedDatabase() : null;
  const { url: databaseUrl, drop } = copy ?? (await createEmptyDatabase());
  return {
    open: (options) => openDatabase({ databaseUrl, log: createRecordingLog(), ...options }),
    cleanUp: drop,
  };
}

async function createEmptyDatabase(): Promise<SharedDatabase> {
  const server = getSharedPostgres() ?? (await startPostgres());
  if (server.url === null) throw new Error(`PostgreSQL could not be started: ${server.reason}`);
  const name = `ava_test_${process.pid}_${Date.now()}`;
  await runStatement(server.url, `create database ${name}`);
  return {
    url: Object.assign(new URL(server.url), { pathname: name }).href,
    drop: async () => {
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
  return makeStore(getSharedPostgres() ? 'postgres' : 'embedded', 'tables');
}

/** Makes a store. A worker that runs many suites keeps the databases with tables. */
async function makeStore(kind: Database['kind'], content: InitialContent): Promise<TestStore> {
  const runFolder = process.env[RUN_FOLDER_VARIABLE];
  const isWorker = runFolder !== undefined && process.send !== undefined;
  const canKeep = content === 'tables' && isWorker && (kind === 'embedded' || getSharedPostgres());
  const createEngine = async () => createKeptEngine(await makeDataFolder(content, runFolder));
  const store = canKeep ? await takeKeptDatabase(kind, kind === 'embedded' ? createEngine : createKeptDatabase) : null;
  return store ?? (kind === 'embedded' ? makeEmbeddedStore(content) : makePostgresStore(content));
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
  describeOnPostgresWith(title, () => makePostgresStore('tables'), suite);
}

function describeOnBoth(title: string, content: InitialContent, suite: StoreSuite): void {
  describeOnEngine(describe, `${title} (embedded)`, () => makeStore('embedded', content), suite);
  describeOnPostgresWith(title, () => makeStore('postgres', content), suite);
}

function describeOnPostgresWith(title: string, make: () => Promise<TestStore>, suite: StoreSuite): void {
  const reason = getSharedPostgres() ? null : getPostgresUnavailableReason();
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
