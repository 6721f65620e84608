import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../../', import.meta.url));
const SOURCE = 'api/src/extract/childProcess/child.ts';
export const BUNDLE_FOLDER = 'dist/reader';

/**
 * Returns the path of the program that reads a file: the bundle of `npm run build`, which starts twice as fast, or its
 * source if there is no bundle of the present sources.
 */
export function findReaderProgram(root = project): string {
  return join(root, isBundleCurrent(root) ? `${BUNDLE_FOLDER}/child.mjs` : SOURCE);
}

/** Whether a bundle exists and all files in it have the content that was bundled. */
export function isBundleCurrent(root = project): boolean {
  try {
    const hashes = JSON.parse(readFileSync(join(root, BUNDLE_FOLDER, 'sources.json'), 'utf8')) as Record<
      string,
      string
    >;
    return Object.entries(hashes).every(([file, hash]) => hashFile(join(root, file)) === hash);
  } catch {
    return false;
  }
}

const hashFile = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('base64');
