import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isTabStale } from './buildTab.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ava-build-'));
  await writeSource('tab/src/features/chat/send.ts', 100);
  await writeSource('api/contract/chats/chat.ts', 100);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Writes a file with a modification time in seconds since 1970. */
async function writeSource(path: string, modifiedAt: number): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
  await utimes(file, modifiedAt, modifiedAt);
}

describe('the built tab', () => {
  it('is stale if it does not exist', async () => {
    expect(await isTabStale(root)).toBe(true);
  });

  it('is not stale if it is newer than its sources', async () => {
    await writeSource('dist/tab/index.html', 200);

    expect(await isTabStale(root)).toBe(false);
  });

  it.each(['tab/src/features/chat/send.ts', 'api/contract/chats/chat.ts', 'tab/index.html', 'package-lock.json'])(
    'is stale if %s has changed since',
    async (path) => {
      await writeSource('dist/tab/index.html', 200);
      await writeSource(path, 300);

      expect(await isTabStale(root)).toBe(true);
    },
  );

  it('is not stale if only a test has changed', async () => {
    await writeSource('dist/tab/index.html', 200);
    await writeSource('tab/src/features/chat/send.test.ts', 300);

    expect(await isTabStale(root)).toBe(false);
  });
});
