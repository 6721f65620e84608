import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TempFiles {
  /** Writes bytes under a new name without an extension, like a blob store, and returns the path. */
  write(bytes: Uint8Array): Promise<string>;
  /** Removes the folder and its files. */
  remove(): Promise<void>;
}

/** Creates a folder for the files of one test. */
export async function makeTempFiles(): Promise<TempFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'ava-files-'));
  let count = 0;
  return {
    async write(bytes) {
      const path = join(folder, `blob-${(count += 1)}`);
      await writeFile(path, bytes);
      return path;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
