import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TempFiles {
  /** Writes bytes under a name of its own, as a blob store would, and gives the path. */
  write(bytes: Uint8Array): Promise<string>;
  /** Removes the folder with all that is in it. */
  remove(): Promise<void>;
}

/** A folder of its own for the files of one test. */
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
