import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the names of all blobs of an app, without their folders: stored ones, and drafts that are being written. */
export async function listBlobs({ dataDir }: { dataDir: string }): Promise<{ stored: string[]; drafts: string[] }> {
  const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const isDraft = (entry: { parentPath: string }) => entry.parentPath.endsWith('tmp');
  const getNames = (entries: typeof files) => entries.map(({ name }) => name).toSorted();
  return { stored: getNames(files.filter((entry) => !isDraft(entry))), drafts: getNames(files.filter(isDraft)) };
}
