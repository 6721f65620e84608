import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../', import.meta.url));
export const BUNDLE_FOLDER = 'dist/childProcesses';

/** Programs that read and write files in separate processes (`runProgram.ts`), with the names of their bundles. */
export const programs = {
  reader: 'api/src/extract/childProcess/child.ts',
  writer: 'api/src/exports/writing/child.ts',
  presentations: 'api/src/presentations/childProcess/child.ts',
  tables: 'api/src/extract/tables/child.ts',
} as const;
export type ProgramName = keyof typeof programs;

/**
 * Returns the path of a program: the bundle of `npm run build`, which starts twice as fast, or its source if there is no
 * bundle of the present sources.
 */
export function findProgram(name: ProgramName, root = project): string {
  return join(root, isBundleCurrent(root) ? `${BUNDLE_FOLDER}/${name}.cjs` : programs[name]);
}

/** Whether a bundle of all programs exists and all files in it have the content that was bundled. */
export function isBundleCurrent(root = project): boolean {
  try {
    const hashes = JSON.parse(readFileSync(join(root, BUNDLE_FOLDER, 'sources.json'), 'utf8')) as Record<
      string,
      string
    >;
    const isComplete = Object.values(programs).every((source) => source in hashes);
    return isComplete && Object.entries(hashes).every(([file, hash]) => hashFile(join(root, file)) === hash);
  } catch {
    return false;
  }
}

const hashFile = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('base64');
