/**
 * A process that opens the store in the folder it is given (`store`) or takes its lock only (`lock`), says `open`
 * (or the error's code and sentence) and stays until it is ended. Started by the tests of the lock.
 */
import { join } from 'node:path';
import { acquireFolderLock } from '../../../api/src/storage/embedded/folderLock.ts';
import { openDatabase } from '../../../api/src/storage/openDatabase.ts';

const [, , dataDir = '', what = 'store', waitMs = '0'] = process.argv;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

try {
  const close = what === 'store' ? await openStore() : await lockOnly();
  process.stdout.write('open\n');
  // A lock alone keeps no process alive.
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
  const database = await openDatabase({ dataDir, waitMs: Number(waitMs), log: quiet, migrations: {} });
  return database.close;
}

async function lockOnly(): Promise<() => Promise<void>> {
  const options = { folder: dataDir, waitMs: Number(waitMs), log: quiet };
  const lock = await acquireFolderLock(join(dataDir, 'db.lock'), options);
  return lock.release;
}
