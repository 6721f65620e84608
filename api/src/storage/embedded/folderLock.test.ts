import { existsSync } from 'node:fs';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScript, type ChildScript } from '#tests/harness/app/childProcess.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { copyEmptyDatabase } from '#tests/harness/storage/preparedDatabases.ts';
import { makeTempFolder } from '#tests/harness/storage/testStore.ts';
import { getOwnIdentity } from '#api/storage/processIdentity.ts';
import { acquireFolderLock, type LockOptions } from './folderLock.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

const holder = join(import.meta.dirname, '../../../../tests/harness/storage/lockHolder.ts');

describe('the lock of the data folder', () => {
  let folder: string;
  let path: string;
  const children: ChildScript[] = [];
  const start = (...args: string[]) => {
    const child = startScript(holder, args);
    children.push(child);
    return child;
  };
  const options = (more: Partial<LockOptions> = {}): LockOptions => ({ folder, log: createRecordingLog(), ...more });
  /** Writes the lock file of another process. */
  const leaveLock = (identity: object) =>
    writeFile(
      path,
      JSON.stringify({ ...getOwnIdentity(), token: 'another', since: '2026-01-01T00:00:00.000Z', ...identity }),
    );

  beforeEach(async () => {
    folder = await makeTempFolder();
    path = join(folder, 'db.lock');
  });
  afterEach(async () => {
    for (const child of children.splice(0)) if (child.process.exitCode === null) await child.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('refuses a second process with an error that names the folder and the first process', async () => {
    await copyEmptyDatabase(folder);
    const first = start(folder);
    await first.waitForLine(/^open$/);
    const second = start(folder);
    const refusal = await second.waitForLine(/./);
    expect(refusal).toMatch(/^data_folder_in_use: The data folder /);
    expect(refusal).toContain(folder);
    expect(refusal).toContain(`process ${first.pid}`);
    await expect(acquireFolderLock(path, options())).rejects.toMatchObject({ code: 'data_folder_in_use' });
    await first.stop('SIGTERM');
    expect(existsSync(path)).toBe(false);
  });

  it('is acquired by a waiting process when the first one ends (a rolling restart)', async () => {
    const first = start(folder, 'lock');
    await first.waitForLine(/^open$/);
    const second = start(folder, 'lock', '20000');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(second.lines).toEqual([]);
    await first.stop('SIGTERM');
    await second.waitForLine(/^open$/);
    await second.stop('SIGTERM');
  });

  it('is taken over from a killed process', async () => {
    const first = start(folder, 'lock');
    await first.waitForLine(/^open$/);
    await first.stop('SIGKILL');
    expect(existsSync(path)).toBe(true);
    const lock = await acquireFolderLock(path, options());
    await lock.release();
  });

  it('is taken over even if another process now has the id of the dead one', async () => {
    await leaveLock({ pid: process.pid, startTicks: getOwnIdentity().startTicks === null ? null : '1' });
    const lock = await acquireFolderLock(path, options({ staleMs: 300 }));
    await lock.release();
  });

  /** @proves threat:second-process */
  it('lets exactly one of twenty processes take over the lock of a dead one', async () => {
    for (let round = 0; round < 5; round += 1) {
      await leaveLock({ pid: 2 ** 22 + 1 });
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => acquireFolderLock(path, options())));
      const winners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      expect(winners).toHaveLength(1);
      await winners[0]?.release();
    }
  });

  it('is taken over from a process that was killed during a takeover', async () => {
    await leaveLock({ pid: 2 ** 22 + 1 });
    await writeFile(`${path}.takeover`, await readFile(path));
    const lock = await acquireFolderLock(path, options());
    await lock.release();
    expect(existsSync(`${path}.takeover`)).toBe(false);
  });

  it('is taken over from another machine only after its heartbeat stopped', async () => {
    await leaveLock({ machine: 'elsewhere', host: 'elsewhere' });
    const heartbeat = setInterval(() => void utimes(path, new Date(), new Date()), 50);
    await expect(acquireFolderLock(path, options({ staleMs: 1_000 }))).rejects.toThrow(/on elsewhere/);
    clearInterval(heartbeat);
    const lock = await acquireFolderLock(path, options({ staleMs: 500 }));
    await lock.release();
  });

  it('is taken over if its file is empty because a process was killed while it wrote', async () => {
    await writeFile(path, '');
    const lock = await acquireFolderLock(path, options({ staleMs: 300 }));
    await lock.release();
  });

  it('is restored when its file was deleted, and reports when another process has taken it', async () => {
    let lost = 0;
    const lock = await acquireFolderLock(path, options({ heartbeatMs: 30, onLost: () => void (lost += 1) }));
    await rm(path);
    await eventually(() => expect(existsSync(path)).toBe(true));
    expect(lost).toBe(0);
    await leaveLock({ machine: 'elsewhere' });
    await eventually(() => expect(lost).toBe(1));
    await lock.release();
    expect(existsSync(path)).toBe(true);
  });
});
