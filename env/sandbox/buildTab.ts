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
const PRODUCT = 'dist/tab/index.html';

/** True when the built tab is missing or older than anything it is made of. */
export async function tabIsStale(root: string): Promise<boolean> {
  const built = await changedAt(join(root, PRODUCT));
  if (built === undefined) return true;
  const changes = await Promise.all(sources.map((source) => newestIn(join(root, source))));
  return Math.max(...changes) > built;
}

/** Builds the tab into dist/tab. Throws Vite's own error when the sources do not build. */
export async function buildTab(root: string): Promise<void> {
  const { build } = await import('vite');
  const before = process.env['NODE_ENV'];
  // Whatever this process is, the tab is built for use: left as it is, a `test` here would bring React's own checks along.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(root, 'tab/vite.config.ts'), logLevel: 'error' });
  } finally {
    // Everything started later would believe it.
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** Milliseconds since 1970; 0 for what is not there. Tests are no part of the tab. */
async function newestIn(path: string): Promise<number> {
  const entry = await stat(path).catch(() => undefined);
  if (!entry?.isDirectory()) return entry?.mtimeMs ?? 0;
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const used = files.filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name));
  const times = await Promise.all(used.map((file) => changedAt(join(file.parentPath, file.name))));
  return Math.max(0, ...times.map((time) => time ?? 0));
}

async function changedAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
