import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { StoreError } from './errors.ts';
import { getLiveness, getOwnIdentity } from './processIdentity.ts';

export interface StoredBlob {
  /** 64 hexadecimal digits. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Bytes by the SHA-256 digest of their content. The same content is stored once. */
export interface Blobs {
  /**
   * Stores a stream without holding it in memory.
   * @throws StoreError blob_too_large as soon as more than `maxBytes` were received; nothing is left behind.
   */
  put(source: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<StoredBlob>;
  /** @throws StoreError blob_missing */
  open(sha256: string): Promise<Readable>;
  /** A path on this machine, for child processes. @throws StoreError blob_missing */
  path(sha256: string): Promise<string>;
  /** Does nothing if the blob does not exist. */
  delete(sha256: string): Promise<void>;
  /**
   * Removes unreferenced blobs that were last put more than `olderThanMs` ago, and leftovers of failed uploads.
   * `olderThanMs` must exceed the time from a put to the insert of the row that refers to the blob.
   */
  sweep(
    olderThanMs: number,
    isReferenced: (sha256: string) => Promise<boolean>,
  ): Promise<{ removed: number; bytes: number }>;
}

const SHA256 = /^[0-9a-f]{64}$/;
/** Temporary files of processes on other machines are removed at this age, which is longer than any upload takes. */
const ABANDONED_MS = 3_600_000;

/** Blobs in a folder: `ab/cd/abcd…`. They are written to `tmp` first, so a blob's file is always complete. */
export async function openBlobFolder(folder: string): Promise<Blobs> {
  const root = resolve(folder);
  const temporary = join(root, 'tmp');
  await mkdir(temporary, { recursive: true });
  await removeLeftovers(temporary);

  const getPath = (sha256: string) => {
    if (!SHA256.test(sha256)) throw createMissingError(sha256);
    return join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };
  const getExistingPath = async (sha256: string) => {
    const path = getPath(sha256);
    await access(path).catch((error: unknown) => Promise.reject(createMissingError(sha256, error)));
    return path;
  };

  return {
    put: async (source, { maxBytes }) => {
      const draft = join(temporary, createDraftName());
      try {
        const blob = await write(draft, source, maxBytes);
        const path = getPath(blob.sha256);
        await mkdir(join(path, '..'), { recursive: true });
        // Also replaces an existing file: the new modification time keeps a sweep from removing it.
        await rename(draft, path);
        await syncFolder(join(path, '..'));
        return blob;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    open: async (sha256) => {
      const path = getPath(sha256);
      const file = await open(path).catch((error: unknown) => Promise.reject(createMissingError(sha256, error)));
      return file.createReadStream();
    },
    path: getExistingPath,
    delete: (sha256) => rm(getPath(sha256), { force: true }),
    sweep: async (olderThanMs, isReferenced) => {
      await removeLeftovers(temporary);
      const swept = { removed: 0, bytes: 0 };
      for await (const { path, sha256 } of listBlobs(root)) {
        const bytes = await removeIfOld(path, join(temporary, createDraftName()), olderThanMs, () =>
          isReferenced(sha256),
        );
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
  for (let offset = 0; offset < chunk.byteLength;) offset += (await file.write(chunk, offset)).bytesWritten;
}

/** Makes the new file name durable. Windows cannot open a folder and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Moves an old file away, then removes it. Moves it back if the blob was put again or referenced in the meantime. */
async function removeIfOld(path: string, movedPath: string, olderThanMs: number, isReferenced: () => Promise<boolean>) {
  const isOld = async (file: string) => Date.now() - (await stat(file)).mtimeMs > olderThanMs;
  if (!(await isOld(path)) || (await isReferenced())) return undefined;
  await rename(path, movedPath);
  if (!(await isOld(movedPath)) || (await isReferenced())) {
    await rename(movedPath, path);
    return undefined;
  }
  const { size } = await stat(movedPath);
  await rm(movedPath, { force: true });
  return size;
}

async function* listBlobs(root: string): AsyncGenerator<{ path: string; sha256: string }> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && SHA256.test(entry.name))
      yield { path: join(entry.parentPath, entry.name), sha256: entry.name };
  }
}

/** The name identifies the process that writes the file, so that leftovers of dead processes can be removed. */
function createDraftName(): string {
  const { machine, pid, startTicks } = getOwnIdentity();
  return [hashMachine(machine), pid, startTicks ?? '', randomUUID()].join('.');
}

const hashMachine = (machine: string) => createHash('sha256').update(machine).digest('hex').slice(0, 16);

async function removeLeftovers(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const { mtimeMs } = await stat(path);
    if (isWriterDead(name) || Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

function isWriterDead(name: string): boolean {
  const [machineHash, pid, startTicks] = name.split('.');
  const self = getOwnIdentity();
  return (
    machineHash === hashMachine(self.machine) &&
    getLiveness({ ...self, pid: Number(pid), startTicks: startTicks || null }, self) === 'dead'
  );
}

function createMissingError(sha256: string, cause?: unknown): StoreError {
  return new StoreError('blob_missing', `There is no content named ${sha256.slice(0, 64)}.`, cause);
}
