import { Kysely, PostgresDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Subscriptions } from '../pubSub.ts';
import { jobsOptions } from '../queueOptions.ts';
import { Listener } from './listener.ts';
import type { StoreLog } from '../log.ts';
import { enablePgvector, migrate } from '../migrate.ts';
import type { Database } from '../open.ts';
import { openMigrationPool, openPool } from './connections.ts';
import type { Schema } from '../schema.ts';

export interface PostgresOptions {
  databaseUrl: string;
  migrations: Record<string, Migration>;
  log: StoreLog;
}

/** The store on a PostgreSQL server; several processes may share it. */
export async function openPostgres({ databaseUrl, migrations, log }: PostgresOptions): Promise<Database> {
  const pgvector = await prepare(databaseUrl, migrations, log);
  const pool = openPool(databaseUrl, log);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const subscriptions = new Subscriptions(log);
  const listener = new Listener({
    connectionString: databaseUrl,
    log,
    onNotify: subscriptions.hear,
    onReconnect: subscriptions.reconnected,
  });
  const bus = subscriptions.bus(kysely, listener);
  const boss = jobsOptions(
    {
      one: (text, values) => pool.query(text, values),
      // Without values pg sends a simple query, which answers with one result or a list of them.
      many: async (text) => [await pool.query(text)].flat(),
    },
    bus,
    'postgres',
  );
  const close = async () => {
    await listener.close();
    await pool.end();
  };
  return { kind: 'postgres', kysely, bus, boss, pgvector, close };
}

async function prepare(databaseUrl: string, migrations: Record<string, Migration>, log: StoreLog): Promise<boolean> {
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openMigrationPool(databaseUrl, log) }) });
  try {
    const pgvector = await enablePgvector(kysely, log);
    await migrate(kysely, migrations, log);
    return pgvector;
  } finally {
    await kysely.destroy();
  }
}
