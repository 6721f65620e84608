import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the path of a folder that this machine keeps for later runs, because creating it takes long.
 * @param create creates it inside the given folder and returns its path
 */
export async function keepFolder(name: string, create: (folder: string) => Promise<string>): Promise<string> {
  const path = join(tmpdir(), name);
  if (existsSync(path)) return path;
  const draft = await mkdtemp(join(tmpdir(), 'ava-making-'));
  try {
    const created = await create(draft);
    // If another process was faster, its folder is used.
    await rename(created, path).catch((error: unknown) => {
      if (!existsSync(path)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return path;
}
