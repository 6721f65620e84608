import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StoreError } from './errors.ts';
import type { StoreLog } from './storeLog.ts';

/**
 * Runs the migrations that are missing. When several processes start at once, PostgreSQL's advisory lock lets one of
 * them migrate while the others wait.
 *
 * @throws StoreError migration_failed, with the database's error as its cause
 */
export async function migrate<Schema>(
  kysely: Kysely<Schema>,
  migrations: Record<string, Migration>,
  log: StoreLog,
): Promise<void> {
  // Migrations can run out of order, because branches can add them at the same time, and one with a lower number can
  // arrive last.
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db: kysely, provider, allowUnorderedMigrations: true });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find(({ status }) => status === 'Error')?.migrationName;
  if (error !== undefined) {
    throw new StoreError(
      'migration_failed',
      `The database could not be brought up to date (${failed ?? 'at the start'}).`,
      error,
    );
  }
  if (results.length > 0)
    log.info({ migrations: results.map(({ migrationName }) => migrationName) }, 'database migrated');
}

/** Creates the pgvector extension where the server offers it. Returns whether it is installed. */
export async function enablePgvector<Schema>(kysely: Kysely<Schema>, log: StoreLog): Promise<boolean> {
  const { rows } = await sql<{ installed: boolean }>`
    select installed_version is not null as installed from pg_available_extensions where name = 'vector'`.execute(
    kysely,
  );
  const [extension] = rows;
  if (extension === undefined || extension.installed) return extension !== undefined;
  try {
    // Without the lock, one of two processes that start at once fails on a unique index despite "if not exists".
    await kysely.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtext('ava pgvector'))`.execute(transaction);
      await sql`create extension if not exists vector`.execute(transaction);
    });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'failed to create pgvector extension');
    return false;
  }
}
