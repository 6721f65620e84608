import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Database } from '#api/storage/database.ts';
import { openOnThread } from '#api/storage/embedded/openEmbedded.ts';
import { PGliteThread } from '#api/storage/embedded/pgliteThread.ts';
import { migrations } from '#api/storage/migrations/index.ts';
import { openDatabase } from '#api/storage/openDatabase.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { createSharedDatabase, KEPT_PREFIX, runStatement } from './sharedPostgres.ts';

/** A database with all tables, which suites use one after another. */
export interface KeptDatabase {
  open(): Promise<Database>;
  exec(statements: string): Promise<unknown>;
}

/** Deletes all rows except those of migrations and queues. */
const DELETE_ROWS = `do $$
  declare
    name text;
    is_filled boolean;
  begin
    for name in
      select format('%I.%I', schemaname, tablename) from pg_tables
      where (schemaname = 'public' and tablename not like 'kysely%')
        or (schemaname = 'pgboss' and tablename not in ('version', 'queue'))
    loop
      execute format('select exists (select from %s)', name) into is_filled;
      if is_filled then execute format('truncate %s cascade', name); end if;
    end loop;
  end $$`;

const kept = new Map<Database['kind'], KeptDatabase>();
const taken = new Set<Database['kind']>();

/**
 * Makes a store without rows in a database that this worker keeps for its later suites, because creating one and starting
 * the engine cost half a second of CPU time. Returns null while another suite uses it.
 */
export async function takeKeptDatabase(kind: Database['kind'], create: () => Promise<KeptDatabase>) {
  if (taken.has(kind)) return null;
  taken.add(kind);
  const database = kept.get(kind) ?? (await create());
  kept.set(kind, database);
  await database.exec(DELETE_ROWS);
  return { open: database.open, cleanUp: async () => void taken.delete(kind) };
}

/** Creates a database on the server of this run, which drops it. */
export async function createKeptDatabase(): Promise<KeptDatabase> {
  const database = await createSharedDatabase(KEPT_PREFIX);
  if (database === null) throw new Error('This run has no PostgreSQL server.');
  const { url: databaseUrl } = database;
  return {
    open: () => openDatabase({ databaseUrl, log: createRecordingLog() }),
    exec: (statements) => runStatement(databaseUrl, statements),
  };
}

/** Starts an engine whose thread does not keep this process alive after its last test. */
export async function createKeptEngine(folder: string): Promise<KeptDatabase> {
  const log = createRecordingLog();
  const unref = (worker: Worker) => worker.unref();
  process.on('worker', unref);
  const thread = new KeptThread(join(folder, 'db'), log);
  await thread.waitReady.finally(() => process.off('worker', unref));
  return {
    open: () => openOnThread(thread, migrations, log, () => Promise.resolve()),
    exec: (statements) => thread.exec(statements),
  };
}

class KeptThread extends PGliteThread {
  /** Called when a suite closes its store. */
  override async close(): Promise<void> {
    await this.exec('unlisten *');
  }
}
