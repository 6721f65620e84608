import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ConstructorOptions } from 'pg-boss';
import type { Bus } from './pubSub.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import type { StoreLog } from './log.ts';
import { migrations as allMigrations } from './migrations/index.ts';
import { openPostgres } from './postgres/openPostgres.ts';
import type { Schema } from './schema.ts';

export interface Database {
  kind: 'embedded' | 'postgres';
  kysely: Kysely<Schema>;
  bus: Bus;
  /** What pg-boss is constructed with. */
  boss: ConstructorOptions;
  /** True when the pgvector extension is installed; it only makes vector search faster. */
  pgvector: boolean;
  /** Ends maintenance, connections, engine and lock. Stop pg-boss before. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Folder of the embedded engine (its files in `db`, its lock in `db.lock`); used without `databaseUrl`. */
  dataDir?: string | undefined;
  /** A PostgreSQL server, reached directly (not through a pooler in transaction mode). */
  databaseUrl?: string | undefined;
  log: StoreLog;
  /** How long to wait for another process to leave the folder, in ms. Default 0. */
  waitMs?: number;
  /** For tests of the store itself. */
  migrations?: Record<string, Migration>;
  /** The folder was taken by another process; nothing more is written. Default: nothing. */
  onLost?: () => void;
}

/**
 * Opens the store and brings its schema up to date.
 *
 * @throws StoreError data_folder_in_use, store_unavailable, migration_failed; or the driver's error when the server
 * cannot be reached.
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
