import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tabIsStale } from './buildTab.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ava-build-'));
  await place('tab/src/features/chat/send.ts', 100);
  await place('api/contract/chat.ts', 100);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Writes a file as if it had last changed at a time, in seconds since 1970. */
async function place(path: string, changedAt: number): Promise<void> {
  const whole = join(root, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, '');
  await utimes(whole, changedAt, changedAt);
}

describe('the built tab is stale', () => {
  it('when there is none', async () => {
    expect(await tabIsStale(root)).toBe(true);
  });

  it('not when it is newer than all it is made of', async () => {
    await place('dist/tab/index.html', 200);

    expect(await tabIsStale(root)).toBe(false);
  });

  it.each(['tab/src/features/chat/send.ts', 'api/contract/chat.ts', 'tab/index.html', 'package-lock.json'])(
    'when %s has changed since',
    async (path) => {
      await place('dist/tab/index.html', 200);
      await place(path, 300);

      expect(await tabIsStale(root)).toBe(true);
    },
  );

  it('not when only a test has changed', async () => {
    await place('dist/tab/index.html', 200);
    await place('tab/src/features/chat/send.test.ts', 300);

    expect(await tabIsStale(root)).toBe(false);
  });
});
