import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { startAzurite } from '#tests/harness/storage/azurite.ts';
import { makeTempFolder } from '#tests/harness/storage/testStore.ts';
import { openBlobFolder } from './blobFolder.ts';
import type { Blobs } from './blobs.ts';
import { openBlobs } from './openBlobs.ts';

const MAX = { maxBytes: 1_000_000 };
const DAY_MS = 86_400_000;
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Implementation {
  /** Opens the storage as another process does. */
  open(folder: string): Promise<Blobs>;
  /** Sweeps as if the blob was put more than a day ago. */
  sweepLater(
    blobs: Blobs,
    sha256: string,
    isReferenced: (sha256: string) => Promise<boolean>,
  ): ReturnType<Blobs['sweep']>;
}

const inFolder: Implementation = {
  open: (folder) => openBlobs({ dataDir: folder, azure: null }),
  sweepLater: async (blobs, sha256, isReferenced) => {
    const { path } = await blobs.openLocalFile(sha256);
    await utimes(path, new Date(0), new Date(0));
    return blobs.sweep(DAY_MS, isReferenced);
  },
};

let azurite: { connectionString: string; stop(): Promise<void> };
let containers = 0;
beforeAll(async () => (azurite = await startAzurite()));
afterAll(() => azurite.stop());

const inAzure: Implementation = {
  open: (folder) =>
    openBlobs({
      dataDir: folder,
      azure: { connectionString: azurite.connectionString, container: `ava-${containers}` },
    }),
  // The service decides the time of a blob, so the age is negative instead.
  sweepLater: (blobs, _sha256, isReferenced) => blobs.sweep(-DAY_MS, isReferenced),
};

describe.each([
  ['a folder', inFolder],
  ['Azure Blob Storage', inAzure],
])('uploaded bytes in %s', (_, { open, sweepLater }) => {
  let folder: string;
  let blobs: Blobs;
  beforeEach(async () => {
    containers += 1;
    folder = await makeTempFolder();
    blobs = await open(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const drafts = () => readdirSync(join(folder, 'blobs', 'tmp'));
  const put = (bytes: Uint8Array) => blobs.put(Readable.from([bytes]), MAX);

  it('are read back by their digest as a stream and as a local file, by other processes, too', async () => {
    const bytes = randomBytes(300_000);
    const chunks = [bytes.subarray(0, 1), bytes.subarray(1, 200_000), bytes.subarray(200_000)];
    const blob = await blobs.put(Readable.from(chunks), MAX);
    expect(blob).toEqual({ sha256: sha256Of(bytes), size: 300_000 });
    for (const reader of [blobs, await open(folder)]) {
      expect(Buffer.compare(await buffer(await reader.open(blob.sha256)), bytes)).toBe(0);
      const file = await reader.openLocalFile(blob.sha256);
      expect(Buffer.compare(await readFile(file.path), bytes)).toBe(0);
      await file.release();
    }
    expect(drafts()).toEqual([]);
    expect(await buffer(await blobs.open(blob.sha256))).toHaveLength(300_000);
  });

  it('are read in parts, and tell their size', async () => {
    const bytes = randomBytes(300_000);
    const { sha256 } = await put(bytes);
    expect(await blobs.getSize(sha256)).toBe(300_000);
    for (const [start, end] of [
      [0, 0],
      [100_000, 200_000],
      [299_999, 299_999],
    ] as const)
      expect(await buffer(await blobs.open(sha256, { start, end }))).toEqual(bytes.subarray(start, end + 1));
    await expect(blobs.getSize('0'.repeat(64))).rejects.toMatchObject({ code: 'blob_missing' });
  });

  it('can be empty', async () => {
    const { sha256, size } = await put(new Uint8Array());
    expect(size).toBe(0);
    expect(await buffer(await blobs.open(sha256))).toHaveLength(0);
  });

  it('are rejected at the size limit while they stream, without a leftover', async () => {
    let sent = 0;
    const endless = async function* () {
      for (;;) {
        sent += 100_000;
        yield new Uint8Array(100_000);
      }
    };
    await expect(blobs.put(endless(), MAX)).rejects.toMatchObject({ code: 'blob_too_large' });
    expect(sent).toBeLessThanOrEqual(1_100_000);
    expect(drafts()).toEqual([]);
    expect((await blobs.put(Readable.from([new Uint8Array(1_000_000)]), MAX)).size).toBe(1_000_000);
  });

  it('leave no file behind when the sender disconnects', async () => {
    const broken = async function* () {
      yield new Uint8Array(10);
      throw new Error('Cleo lost her connection');
    };
    await expect(blobs.put(broken(), MAX)).rejects.toThrow('Cleo lost her connection');
    expect(drafts()).toEqual([]);
  });

  it('are stored once when two people upload the same content at once', async () => {
    const bytes = randomBytes(50_000);
    const [first, second] = await Promise.all([put(bytes), put(bytes)]);
    expect(first).toEqual(second);
    expect((await sweepLater(blobs, first.sha256, async () => true)).removed).toBe(0);
    expect((await sweepLater(blobs, first.sha256, async () => false)).removed).toBe(1);
    await expect(blobs.open(first.sha256)).rejects.toMatchObject({ code: 'blob_missing' });
  });

  it('can be deleted twice', async () => {
    const { sha256 } = await put(randomBytes(10));
    await blobs.delete(sha256);
    await blobs.delete(sha256);
    await expect(blobs.open(sha256)).rejects.toMatchObject({ code: 'blob_missing' });
    await expect(blobs.openLocalFile(sha256)).rejects.toMatchObject({ code: 'blob_missing' });
    expect(drafts()).toEqual([]);
  });

  /** @proves threat:file-names */
  it('have no name other than a digest', async () => {
    for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(64)}/..`]) {
      await expect(blobs.openLocalFile(name)).rejects.toMatchObject({ code: 'blob_missing' });
      await expect(blobs.open(name)).rejects.toMatchObject({ code: 'blob_missing' });
    }
  });

  it('are swept when they are a day old and not referenced', async () => {
    const [referenced, unreferenced] = [await put(randomBytes(10)), await put(randomBytes(12))];
    expect(await blobs.sweep(DAY_MS, async () => false)).toEqual({ removed: 0, bytes: 0 });
    const isReferenced = async (sha256: string) => sha256 === referenced.sha256;
    expect(await sweepLater(blobs, unreferenced.sha256, isReferenced)).toEqual({ removed: 1, bytes: 12 });
    expect(await buffer(await blobs.open(referenced.sha256))).toHaveLength(10);
    await expect(blobs.open(unreferenced.sha256)).rejects.toMatchObject({ code: 'blob_missing' });
  });

  it('survive a sweep that started just before they were uploaded again', async () => {
    const bytes = randomBytes(10);
    const { sha256 } = await put(bytes);
    const swept = await sweepLater(blobs, sha256, async () => {
      await put(bytes);
      return false;
    });
    expect(swept.removed).toBe(0);
    expect(await buffer(await blobs.open(sha256))).toEqual(bytes);
  });
});

it('drafts of a killed process are removed at the next start; those of a running process are not', async () => {
  const folder = await makeTempFolder();
  const drafts = () => readdirSync(join(folder, 'tmp'));
  const blobs = await openBlobFolder(folder);
  let release: () => void = () => undefined;
  const slow = async function* () {
    yield new Uint8Array(5);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  const uploading = blobs.put(slow(), MAX);
  while (drafts().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [living = ''] = drafts();
  const [machine, , ticks, id] = living.split('.');
  await writeFile(join(folder, 'tmp', [machine, 2 ** 22 + 1, ticks, id].join('.')), 'half');
  await openBlobFolder(folder);
  expect(drafts()).toEqual([living]);
  release();
  const { size, sha256 } = await uploading;
  expect(size).toBe(5);
  expect(existsSync((await blobs.openLocalFile(sha256)).path)).toBe(true);
  await rm(folder, { recursive: true, force: true });
});

it('a storage account that cannot be reached is reported as unavailable', async () => {
  const folder = await makeTempFolder();
  const connectionString = azurite.connectionString.replace(/AccountKey=[^;]+/, 'AccountKey=c2VzYW1l');
  await expect(openBlobs({ dataDir: folder, azure: { connectionString, container: 'ava' } })).rejects.toMatchObject({
    code: 'store_unavailable',
  });
  await rm(folder, { recursive: true, force: true });
});
