/**
 * A process for the tests of the folder lock. Opens the store in a folder (`store`) or only takes its lock (`lock`).
 * Prints `open` and waits until it is stopped, or prints the error and exits. Arguments: folder, mode, wait time in ms.
 */
import { join } from 'node:path';
import { acquireFolderLock } from '#api/storage/embedded/folderLock.ts';
import { openDatabase } from '#api/storage/openDatabase.ts';

const [, , dataDir = '', mode = 'store', waitMs = '0'] = process.argv;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

try {
  const close = mode === 'store' ? await openStore() : await takeLock();
  process.stdout.write('open\n');
  // Keeps the process alive, because holding the lock does not.
  setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => {
    void close().then(() => process.exit(0));
  });
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  process.stdout.write(`${code}: ${message}\n`);
  process.exit(1);
}

async function openStore(): Promise<() => Promise<void>> {
  const database = await openDatabase({ dataDir, waitMs: Number(waitMs), log, migrations: {} });
  return database.close;
}

async function takeLock(): Promise<() => Promise<void>> {
  const options = { folder: dataDir, waitMs: Number(waitMs), log };
  const lock = await acquireFolderLock(join(dataDir, 'db.lock'), options);
  return lock.release;
}
