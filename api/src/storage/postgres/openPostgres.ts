import { Kysely, PostgresDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Subscriptions } from '#api/storage/pubSub.ts';
import { createQueueOptions } from '#api/storage/queueOptions.ts';
import { Listener } from './listener.ts';
import type { StoreLog } from '#api/storage/storeLog.ts';
import { enablePgvector, migrate } from '#api/storage/migrate.ts';
import type { Database } from '#api/storage/database.ts';
import { openMigrationPool, openPool } from './connections.ts';
import type { Schema } from '#api/storage/schema.ts';

export interface PostgresOptions {
  databaseUrl: string;
  migrations: Record<string, Migration>;
  log: StoreLog;
}

/** Opens the store on a PostgreSQL server, which several processes can share. */
export async function openPostgres({ databaseUrl, migrations, log }: PostgresOptions): Promise<Database> {
  const pgvector = await migrateServer(databaseUrl, migrations, log);
  const pool = openPool(databaseUrl, log);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const subscriptions = new Subscriptions(log);
  const listener = new Listener({
    connectionString: databaseUrl,
    log,
    onNotify: subscriptions.deliver,
    onReconnect: subscriptions.handleReconnect,
  });
  const pubSub = subscriptions.createPubSub(kysely, listener);
  const boss = createQueueOptions(
    {
      query: (text, values) => pool.query(text, values),
      // Without values pg sends a simple query, which answers with one result or a list of them.
      exec: async (text) => [await pool.query(text)].flat(),
    },
    pubSub,
    'postgres',
  );
  const close = async () => {
    await listener.close();
    await pool.end();
  };
  return { kind: 'postgres', kysely, pubSub, boss, pgvector, close };
}

async function migrateServer(
  databaseUrl: string,
  migrations: Record<string, Migration>,
  log: StoreLog,
): Promise<boolean> {
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openMigrationPool(databaseUrl, log) }) });
  try {
    const pgvector = await enablePgvector(kysely, log);
    await migrate(kysely, migrations, log);
    return pgvector;
  } finally {
    await kysely.destroy();
  }
}
