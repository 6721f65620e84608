import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const sources = [
  'tab/src',
  'tab/public',
  'tab/index.html',
  'tab/auth-start.html',
  'tab/auth-end.html',
  'tab/vite.config.ts',
  'api/contract',
  'package-lock.json',
];
const BUILT_PAGE = 'dist/tab/index.html';

/** Whether the built tab is missing or older than its sources. */
export async function isTabStale(root: string): Promise<boolean> {
  const builtAt = await getModifiedTime(join(root, BUILT_PAGE));
  if (builtAt === undefined) return true;
  const sourceTimes = await Promise.all(sources.map((source) => getNewestTime(join(root, source))));
  return Math.max(...sourceTimes) > builtAt;
}

/**
 * Builds the tab into dist/tab. Throws Vite's error if the sources do not build.
 * @param mode `quick` compresses files less, which halves the time
 */
export async function buildTab(root: string, mode: 'production' | 'quick' = 'production'): Promise<void> {
  const { build } = await import('vite');
  const nodeEnv = process.env['NODE_ENV'];
  // With another value, such as `test`, React's development build would be included.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(root, 'tab/vite.config.ts'), mode, logLevel: 'error' });
  } finally {
    if (nodeEnv === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = nodeEnv;
  }
}

/** Time of the latest change to a file below `path`, except tests, in ms since 1970; 0 if `path` does not exist. */
async function getNewestTime(path: string): Promise<number> {
  const entry = await stat(path).catch(() => undefined);
  if (!entry?.isDirectory()) return entry?.mtimeMs ?? 0;
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const sourceFiles = files.filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name));
  const times = await Promise.all(sourceFiles.map((file) => getModifiedTime(join(file.parentPath, file.name))));
  return Math.max(0, ...times.map((time) => time ?? 0));
}

async function getModifiedTime(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
