import type { Migration } from 'kysely/migration';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import type { StoreLog } from './storeLog.ts';
import { migrations as allMigrations } from './migrations/index.ts';
import { openPostgres } from './postgres/openPostgres.ts';

export interface OpenOptions {
  /** Folder of the embedded engine (its files in `db`, its lock in `db.lock`); used without `databaseUrl`. */
  dataDir?: string | undefined;
  /** A PostgreSQL server, reached directly (not through a pooler in transaction mode). */
  databaseUrl?: string | undefined;
  log: StoreLog;
  /** How long to wait for another process to release the folder, in ms. Default 0. */
  waitMs?: number;
  /** Replaces the migrations in tests of the store itself. */
  migrations?: Record<string, Migration>;
  /** Called when another process took the folder; nothing is written from then on. */
  onLockLost?: () => void;
}

/**
 * Opens the store and migrates it.
 *
 * @throws StoreError data_folder_in_use, store_unavailable, migration_failed; or the driver's error when the server
 * is unreachable
 */
export function openDatabase({
  databaseUrl,
  dataDir,
  migrations = allMigrations,
  ...rest
}: OpenOptions): Promise<Database> {
  if (databaseUrl) return openPostgres({ databaseUrl, migrations, log: rest.log });
  if (dataDir) return openEmbedded({ dataDir, migrations, ...rest });
  throw new TypeError('The store needs a data folder or the address of a PostgreSQL server.');
}
