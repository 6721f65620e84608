import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { StoreError } from './errors.ts';
import { getLiveness, getOwnIdentity } from './processIdentity.ts';

export interface StoredBlob {
  /** 64 hexadecimal digits: the name of the content. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Bytes by their content's name. Putting the same content twice keeps it once. */
export interface Blobs {
  /**
   * Stores a stream without holding it in memory.
   * @throws StoreError blob_too_large as soon as more than `maxBytes` have come; nothing is left behind.
   */
  put(source: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<StoredBlob>;
  /** @throws StoreError blob_missing */
  open(sha256: string): Promise<Readable>;
  /** A path on this machine, for child processes. @throws StoreError blob_missing */
  path(sha256: string): Promise<string>;
  /** Nothing happens when it is not there. */
  delete(sha256: string): Promise<void>;
  /**
   * Removes what was last put more than `olderThanMs` ago and is not referenced, and leftovers of broken uploads.
   * `olderThanMs` must exceed the time between a put and the row that refers to it.
   */
  sweep(
    olderThanMs: number,
    isReferenced: (sha256: string) => Promise<boolean>,
  ): Promise<{ removed: number; bytes: number }>;
}

const SHA256 = /^[0-9a-f]{64}$/;
/** No upload lasts that long; the temporary file of another machine's process is left alone until then. */
const ABANDONED_MS = 3_600_000;

/** Blobs in a folder: `ab/cd/abcd…`, written to `tmp` first, so that a name always stands for whole content. */
export async function openBlobFolder(folder: string): Promise<Blobs> {
  const root = resolve(folder);
  const temporary = join(root, 'tmp');
  await mkdir(temporary, { recursive: true });
  await removeLeftovers(temporary);

  const placeOf = (sha256: string) => {
    if (!SHA256.test(sha256)) throw missing(sha256);
    return join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };
  const existing = async (sha256: string) => {
    const place = placeOf(sha256);
    await access(place).catch((error: unknown) => Promise.reject(missing(sha256, error)));
    return place;
  };

  return {
    put: async (source, { maxBytes }) => {
      const draft = join(temporary, draftName());
      try {
        const blob = await write(draft, source, maxBytes);
        const place = placeOf(blob.sha256);
        await mkdir(join(place, '..'), { recursive: true });
        // Also when it is there already: a sweep that has just looked at the old file must not remove the new one.
        await rename(draft, place);
        await syncFolder(join(place, '..'));
        return blob;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    open: async (sha256) => {
      const place = placeOf(sha256);
      const file = await open(place).catch((error: unknown) => Promise.reject(missing(sha256, error)));
      return file.createReadStream();
    },
    path: existing,
    delete: (sha256) => rm(placeOf(sha256), { force: true }),
    sweep: async (olderThanMs, isReferenced) => {
      await removeLeftovers(temporary);
      const swept = { removed: 0, bytes: 0 };
      for await (const { place, sha256 } of blobsIn(root)) {
        const bytes = await removeIfOld(place, join(temporary, draftName()), olderThanMs, () => isReferenced(sha256));
        if (bytes === undefined) continue;
        swept.removed += 1;
        swept.bytes += bytes;
      }
      return swept;
    },
  };
}

async function write(draft: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(draft, 'wx');
  try {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new StoreError('blob_too_large', `More than ${maxBytes} bytes.`);
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten;
}

/** Makes the new name itself durable; Windows cannot open a folder and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Moved away before it is removed: when a put has renewed it in between, it goes back. */
async function removeIfOld(place: string, aside: string, olderThanMs: number, isReferenced: () => Promise<boolean>) {
  const isOld = async (path: string) => Date.now() - (await stat(path)).mtimeMs > olderThanMs;
  if (!(await isOld(place)) || (await isReferenced())) return undefined;
  await rename(place, aside);
  if (!(await isOld(aside)) || (await isReferenced())) {
    await rename(aside, place);
    return undefined;
  }
  const { size } = await stat(aside);
  await rm(aside, { force: true });
  return size;
}

async function* blobsIn(root: string): AsyncGenerator<{ place: string; sha256: string }> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && SHA256.test(entry.name))
      yield { place: join(entry.parentPath, entry.name), sha256: entry.name };
  }
}

/** The name says which process writes the file, so that the leftovers of a killed one can be told. */
function draftName(): string {
  const { machine, pid, startTicks } = getOwnIdentity();
  return [tagOf(machine), pid, startTicks ?? '', randomUUID()].join('.');
}

const tagOf = (machine: string) => createHash('sha256').update(machine).digest('hex').slice(0, 16);

async function removeLeftovers(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const { mtimeMs } = await stat(path);
    if (isWriterDead(name) || Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

function isWriterDead(name: string): boolean {
  const [tag, pid, startTicks] = name.split('.');
  const self = getOwnIdentity();
  return (
    tag === tagOf(self.machine) &&
    getLiveness({ ...self, pid: Number(pid), startTicks: startTicks || null }, self) === 'dead'
  );
}

function missing(sha256: string, cause?: unknown): StoreError {
  return new StoreError('blob_missing', `There is no content named ${sha256.slice(0, 64)}.`, cause);
}
