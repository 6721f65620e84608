import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Subscriptions, type Ears } from '../pubSub.ts';
import { jobsOptions } from '../queueOptions.ts';
import type { StoreLog } from '../log.ts';
import { enablePgvector, migrate } from '../migrate.ts';
import type { Database } from '../open.ts';
import type { Schema } from '../schema.ts';
import { EmbeddedDialect } from './dialect.ts';
import { acquireLock } from './folderLock.ts';
import { startMaintenance } from './maintenance.ts';
import { PGliteThread } from './thread.ts';
import { startWatchdog } from './watchdog.ts';

export interface EmbeddedOptions {
  dataDir: string;
  migrations: Record<string, Migration>;
  log: StoreLog;
  waitMs?: number;
  onLost?: () => void;
}

/** The store of a single process, in `db` below the data folder, with its lock file beside it. */
export async function openEmbedded({
  dataDir,
  migrations,
  log,
  waitMs = 0,
  onLost,
}: EmbeddedOptions): Promise<Database> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true });
  let thread: PGliteThread | undefined;
  const lost = () => {
    void thread?.kill();
    onLost?.();
  };
  const lock = await acquireLock(join(folder, 'db.lock'), { folder, log, waitMs, onLost: lost });
  try {
    thread = new PGliteThread(join(folder, 'db'), log);
    await thread.waitReady;
    return await furnish(thread, migrations, log, lock.release);
  } catch (error) {
    await thread?.close();
    await lock.release();
    throw error;
  }
}

async function furnish(
  thread: PGliteThread,
  migrations: Record<string, Migration>,
  log: StoreLog,
  release: () => Promise<void>,
): Promise<Database> {
  const kysely = new Kysely<Schema>({ dialect: new EmbeddedDialect(thread) });
  const pgvector = await enablePgvector(kysely, log);
  await migrate(kysely, migrations, log);
  // After the migrations, which may take longer than any statement should.
  const stopWatchdog = startWatchdog(thread);
  const stopMaintenance = startMaintenance(thread, { log });
  const subscriptions = new Subscriptions(log);
  thread.onRestart(subscriptions.reconnected);
  const bus = subscriptions.bus(kysely, earsOf(thread, subscriptions.hear));
  const boss = jobsOptions(
    { one: (text, values) => thread.query(text, values), many: (text) => thread.exec(text) },
    bus,
    'pglite',
  );
  const close = async () => {
    await stopMaintenance();
    await thread.close();
    stopWatchdog();
    await release();
  };
  return { kind: 'embedded', kysely, bus, boss, pgvector, close };
}

function earsOf(thread: PGliteThread, hear: (channel: string, payload: string) => void): Ears {
  const stops = new Map<string, Promise<() => Promise<void>>>();
  return {
    listen: async (channel) => {
      const stop = stops.get(channel) ?? thread.listen(channel, (payload) => hear(channel, payload));
      stops.set(channel, stop);
      await stop;
    },
    unlisten: async (channel) => {
      const stop = stops.get(channel);
      stops.delete(channel);
      await (
        await stop
      )?.();
    },
  };
}
