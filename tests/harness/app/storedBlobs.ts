import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of all files under an app's blobs, without their folders: stored content, and what is being written. */
export async function blobsOf({ dataDir }: { dataDir: string }): Promise<{ kept: string[]; drafts: string[] }> {
  const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const isDraft = (entry: { parentPath: string }) => entry.parentPath.endsWith('tmp');
  const namesOf = (list: typeof files) => list.map((entry) => entry.name).toSorted();
  return { kept: namesOf(files.filter((entry) => !isDraft(entry))), drafts: namesOf(files.filter(isDraft)) };
}
