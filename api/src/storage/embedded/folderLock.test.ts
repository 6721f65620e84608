import { existsSync } from 'node:fs';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild, type Child } from '../../../../tests/harness/app/childProcess.ts';
import { eventually } from '../../../../tests/harness/eventually.ts';
import { listeningLog, temporaryFolder } from '../../../../tests/harness/storage/testStore.ts';
import { getOwnIdentity } from '../processIdentity.ts';
import { acquireFolderLock, type LockOptions } from './folderLock.ts';

const holder = join(__dirname, '../../../../tests/harness/storage/lockHolder.ts');

describe('the lock of the data folder', () => {
  let folder: string;
  let path: string;
  const children: Child[] = [];
  const start = (...args: string[]) => {
    const child = startChild(holder, args);
    children.push(child);
    return child;
  };
  const options = (more: Partial<LockOptions> = {}): LockOptions => ({ folder, log: listeningLog(), ...more });
  /** The lock of somebody else, as that process would have written it. */
  const leaveLock = (identity: object) =>
    writeFile(
      path,
      JSON.stringify({ ...getOwnIdentity(), token: 'another', since: '2026-01-01T00:00:00.000Z', ...identity }),
    );

  beforeEach(async () => {
    folder = await temporaryFolder();
    path = join(folder, 'db.lock');
  });
  afterEach(async () => {
    for (const child of children.splice(0)) if (child.process.exitCode === null) await child.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('refuses a second process, naming the folder and the first one, and leaves the first alone', async () => {
    const first = start(folder);
    await first.line(/^open$/);
    const second = start(folder);
    const refusal = await second.line(/./);
    expect(refusal).toMatch(/^data_folder_in_use: The data folder /);
    expect(refusal).toContain(folder);
    expect(refusal).toContain(`process ${first.pid}`);
    await expect(acquireFolderLock(path, options())).rejects.toMatchObject({ code: 'data_folder_in_use' });
    await first.end('SIGTERM');
    expect(existsSync(path)).toBe(false);
  });

  it('lets a waiting process in when the first one ends (a rolling restart)', async () => {
    const first = start(folder, 'lock');
    await first.line(/^open$/);
    const second = start(folder, 'lock', '20000');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(second.lines).toEqual([]);
    await first.end('SIGTERM');
    await second.line(/^open$/);
    await second.end('SIGTERM');
  });

  it('takes over at once from a process that was killed', async () => {
    const first = start(folder, 'lock');
    await first.line(/^open$/);
    await first.end('SIGKILL');
    expect(existsSync(path)).toBe(true);
    const startedAt = performance.now();
    const lock = await acquireFolderLock(path, options());
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await lock.release();
  });

  it('is not fooled by another process that was given the dead one’s id', async () => {
    await leaveLock({ pid: process.pid, startTicks: getOwnIdentity().startTicks === null ? null : '1' });
    const lock = await acquireFolderLock(path, options({ staleMs: 300 }));
    await lock.release();
  });

  it('lets exactly one of twenty contenders take over a dead lock', async () => {
    for (let round = 0; round < 5; round += 1) {
      await leaveLock({ pid: 2 ** 22 + 1 });
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => acquireFolderLock(path, options())));
      const winners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      expect(winners).toHaveLength(1);
      await winners[0]?.release();
    }
  });

  it('takes over from a taker that was killed in the middle of taking over', async () => {
    await leaveLock({ pid: 2 ** 22 + 1 });
    await writeFile(`${path}.takeover`, await readFile(path));
    const lock = await acquireFolderLock(path, options());
    await lock.release();
    expect(existsSync(`${path}.takeover`)).toBe(false);
  });

  it('watches the heartbeat of a process on another machine before it believes it dead', async () => {
    await leaveLock({ machine: 'elsewhere', host: 'elsewhere' });
    const beating = setInterval(() => void utimes(path, new Date(), new Date()), 50);
    await expect(acquireFolderLock(path, options({ staleMs: 1_000 }))).rejects.toThrow(/on elsewhere/);
    clearInterval(beating);
    const lock = await acquireFolderLock(path, options({ staleMs: 500 }));
    await lock.release();
  });

  it('takes over an empty file, left by a process killed while it wrote', async () => {
    await writeFile(path, '');
    const lock = await acquireFolderLock(path, options({ staleMs: 300 }));
    await lock.release();
  });

  it('is put back when somebody deletes the file, and says so when another process has taken it', async () => {
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
