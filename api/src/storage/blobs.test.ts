import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { makeTempFolder } from '../../../tests/harness/storage/testStore.ts';
import { openBlobFolder, type Blobs } from './blobs.ts';

const MAX = { maxBytes: 1_000_000 };
const DAY_MS = 86_400_000;
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('uploaded bytes', () => {
  let folder: string;
  let blobs: Blobs;
  beforeEach(async () => {
    folder = await makeTempFolder();
    blobs = await openBlobFolder(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const drafts = () => readdirSync(join(folder, 'tmp'));
  const put = (bytes: Uint8Array) => blobs.put(Readable.from([bytes]), MAX);
  const makeOld = async (sha256: string) => utimes(await blobs.path(sha256), new Date(0), new Date(0));

  it('are read back by their digest as a stream and as a path', async () => {
    const bytes = randomBytes(300_000);
    const chunks = [bytes.subarray(0, 1), bytes.subarray(1, 200_000), bytes.subarray(200_000)];
    const blob = await blobs.put(Readable.from(chunks), MAX);
    expect(blob).toEqual({ sha256: sha256Of(bytes), size: 300_000 });
    expect(Buffer.compare(await buffer(await blobs.open(blob.sha256)), bytes)).toBe(0);
    expect(Buffer.compare(await readFile(await blobs.path(blob.sha256)), bytes)).toBe(0);
    expect(drafts()).toEqual([]);
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
    expect((await blobs.sweep(DAY_MS, async () => false)).removed).toBe(0);
    await blobs.delete(first.sha256);
    await blobs.delete(first.sha256);
    await expect(blobs.open(first.sha256)).rejects.toMatchObject({ code: 'blob_missing' });
  });

  it('have no name other than a digest', async () => {
    for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(64)}/..`]) {
      await expect(blobs.path(name)).rejects.toMatchObject({ code: 'blob_missing' });
      await expect(blobs.open(name)).rejects.toMatchObject({ code: 'blob_missing' });
    }
    await expect(blobs.path('a'.repeat(64))).rejects.toMatchObject({ code: 'blob_missing' });
  });

  it('are swept when they are old and not referenced', async () => {
    const [referenced, young, unreferenced] = [
      await put(randomBytes(10)),
      await put(randomBytes(11)),
      await put(randomBytes(12)),
    ];
    await makeOld(referenced.sha256);
    await makeOld(unreferenced.sha256);
    const swept = await blobs.sweep(DAY_MS, async (sha256) => sha256 === referenced.sha256);
    expect(swept).toEqual({ removed: 1, bytes: 12 });
    expect(existsSync(await blobs.path(referenced.sha256))).toBe(true);
    expect(existsSync(await blobs.path(young.sha256))).toBe(true);
    await expect(blobs.path(unreferenced.sha256)).rejects.toMatchObject({ code: 'blob_missing' });
  });

  it('survive a sweep that started just before they were uploaded again', async () => {
    const bytes = randomBytes(10);
    const { sha256 } = await put(bytes);
    await makeOld(sha256);
    const swept = await blobs.sweep(DAY_MS, async () => {
      await put(bytes);
      return false;
    });
    expect(swept.removed).toBe(0);
    expect(await buffer(await blobs.open(sha256))).toEqual(bytes);
  });

  it('of a killed process are removed at the next start; those of a running process are not', async () => {
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
    expect((await uploading).size).toBe(5);
  });
});
