import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Subscriptions, type NotificationSource } from '#api/storage/pubSub.ts';
import { createQueueOptions } from '#api/storage/queueOptions.ts';
import type { StoreLog } from '#api/storage/storeLog.ts';
import { enablePgvector, migrate } from '#api/storage/migrate.ts';
import type { Database } from '#api/storage/database.ts';
import type { Schema } from '#api/storage/schema.ts';
import { EmbeddedDialect } from './dialect.ts';
import { acquireFolderLock } from './folderLock.ts';
import { startMaintenance } from './maintenance.ts';
import { PGliteThread } from './pgliteThread.ts';
import { startWatchdog } from './watchdog.ts';

export interface EmbeddedOptions {
  dataDir: string;
  migrations: Record<string, Migration>;
  log: StoreLog;
  waitMs?: number;
  onLockLost?: () => void;
}

/** Opens the store of a single process: the engine's files in `db`, and its lock file beside them. */
export async function openEmbedded({
  dataDir,
  migrations,
  log,
  waitMs = 0,
  onLockLost,
}: EmbeddedOptions): Promise<Database> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true });
  let thread: PGliteThread | undefined;
  const onLost = () => {
    void thread?.kill();
    onLockLost?.();
  };
  const lock = await acquireFolderLock(join(folder, 'db.lock'), { folder, log, waitMs, onLost });
  try {
    thread = new PGliteThread(join(folder, 'db'), log);
    await thread.waitReady;
    return await openOnThread(thread, migrations, log, lock.release);
  } catch (error) {
    await thread?.close();
    await lock.release();
    throw error;
  }
}

/** Migrates the store of an engine that has started; closing the store also closes the engine. */
export async function openOnThread(
  thread: PGliteThread,
  migrations: Record<string, Migration>,
  log: StoreLog,
  release: () => Promise<void>,
): Promise<Database> {
  const kysely = new Kysely<Schema>({ dialect: new EmbeddedDialect(thread) });
  const pgvector = await enablePgvector(kysely, log);
  await migrate(kysely, migrations, log);
  // The watchdog is started after the migrations, which can take longer than it allows.
  const stopWatchdog = startWatchdog(thread);
  const stopMaintenance = startMaintenance(thread, { log });
  const subscriptions = new Subscriptions(log);
  thread.onRestart(subscriptions.handleReconnect);
  const pubSub = subscriptions.createPubSub(kysely, createNotificationSource(thread, subscriptions.deliver));
  const boss = createQueueOptions(
    { query: (text, values) => thread.query(text, values), exec: (text) => thread.exec(text) },
    pubSub,
    'pglite',
  );
  const close = async () => {
    await stopMaintenance();
    await thread.close();
    stopWatchdog();
    await release();
  };
  return { kind: 'embedded', kysely, pubSub, boss, pgvector, close };
}

function createNotificationSource(
  thread: PGliteThread,
  onNotify: (channel: string, payload: string) => void,
): NotificationSource {
  const stops = new Map<string, Promise<() => Promise<void>>>();
  return {
    listen: async (channel) => {
      const stop = stops.get(channel) ?? thread.listen(channel, (payload) => onNotify(channel, payload));
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
