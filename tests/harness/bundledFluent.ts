import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = '@fluentui/react-components';
/** What the tests replace, and what must exist only once beside the bundle. */
const external = [/^react($|\/)/, /^react-dom($|\/)/, '@fluentui/react-icons'];

/**
 * Path of Fluent as one CommonJS file, bundled once for each state of package-lock.json. jest loads every module again
 * for every test file, and Fluent's 2,100 modules take seconds where one file takes a tenth of a second.
 */
export async function bundledFluent(root: string): Promise<string> {
  const lock = await readFile(join(root, 'package-lock.json'));
  const name = `ava-fluent-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`;
  const cache = join(root, 'node_modules', '.cache');
  const folder = join(cache, name);
  const path = join(folder, 'fluent.cjs');
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, `${name}-`));
  await bundle(root, draft);
  // Another process may have been faster; its folder is as good.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return path;
}

async function bundle(root: string, outDir: string): Promise<void> {
  const entry = fileURLToPath(import.meta.resolve(PACKAGE));
  // Loaded here, because every start of jest reads this file.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir,
      lib: { entry, formats: ['cjs'], fileName: () => 'fluent.cjs' },
      minify: false,
      target: 'es2023',
      rolldownOptions: { external },
    },
  });
}
