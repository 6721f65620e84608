import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createMissingError, toBlobName, toDigest, type Blobs } from './blobs.ts';
import { openDrafts } from './drafts.ts';

/** Blobs in a folder: `ab/cd/abcd…`. They are written to `tmp` first, so a blob's file is always complete. */
export async function openBlobFolder(folder: string): Promise<Blobs> {
  const root = resolve(folder);
  const drafts = await openDrafts(join(root, 'tmp'));
  const getPath = (sha256: string) => join(root, toBlobName(sha256));

  return {
    put: async (source, { maxBytes }) => {
      const draft = drafts.createPath();
      try {
        const blob = await drafts.write(draft, source, maxBytes);
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
    open: async (sha256, range = undefined) => {
      const path = getPath(sha256);
      const file = await open(path).catch((error: unknown) => Promise.reject(createMissingError(sha256, error)));
      return file.createReadStream(range);
    },
    getSize: async (sha256) => {
      const path = getPath(sha256);
      const { size } = await stat(path).catch((error: unknown) => Promise.reject(createMissingError(sha256, error)));
      return size;
    },
    openLocalFile: async (sha256) => {
      const path = getPath(sha256);
      await access(path).catch((error: unknown) => Promise.reject(createMissingError(sha256, error)));
      return { path, release: async () => undefined };
    },
    delete: (sha256) => rm(getPath(sha256), { force: true }),
    sweep: async (olderThanMs, isReferenced) => {
      await drafts.removeLeftovers();
      const swept = { removed: 0, bytes: 0 };
      for await (const { path, sha256 } of listBlobs(root)) {
        const bytes = await removeIfOld(path, drafts.createPath(), olderThanMs, () => isReferenced(sha256));
        if (bytes === undefined) continue;
        swept.removed += 1;
        swept.bytes += bytes;
      }
      return swept;
    },
  };
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
    const sha256 = toDigest(entry.name);
    if (entry.isFile() && sha256) yield { path: join(entry.parentPath, entry.name), sha256 };
  }
}
