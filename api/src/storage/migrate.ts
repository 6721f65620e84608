import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StoreError } from './errors.ts';
import type { StoreLog } from './log.ts';

/**
 * Brings the schema up to date. Several processes may do so at once: PostgreSQL's advisory lock makes all but one
 * wait, and these find nothing left to do.
 *
 * @throws StoreError migration_failed, with the database's error as its cause.
 */
export async function migrate<Schema>(
  kysely: Kysely<Schema>,
  migrations: Record<string, Migration>,
  log: StoreLog,
): Promise<void> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
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
    log.info({ migrations: results.map((each) => each.migrationName) }, 'database brought up to date');
}

/** The extension that speeds up vector search where the server has it; nothing depends on it. */
export async function enablePgvector<Schema>(kysely: Kysely<Schema>, log: StoreLog): Promise<boolean> {
  const found = await sql<{ installed: boolean }>`
    select installed_version is not null as installed from pg_available_extensions where name = 'vector'`.execute(
    kysely,
  );
  const [extension] = found.rows;
  if (extension === undefined || extension.installed) return extension !== undefined;
  try {
    // Two processes that create it at once: one would fail on a unique index in spite of "if not exists".
    await kysely.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtext('ava pgvector'))`.execute(transaction);
      await sql`create extension if not exists vector`.execute(transaction);
    });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'pgvector is there but may not be created; vector search goes on without it');
    return false;
  }
}
