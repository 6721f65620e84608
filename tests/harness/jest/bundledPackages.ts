import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Packages of hundreds of modules that the tab's tests load. jest loads every module again for every test file, and Fluent's
 * 2,100 modules take seconds where one file takes a tenth of a second.
 */
const packages = [
  '@fluentui/react-components',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
] as const;

type Package = (typeof packages)[number];

/** What the tests replace, what must exist only once beside the bundles, and what belongs to Node. */
const external = [/^react($|\/)/, /^react-dom($|\/)/, '@fluentui/react-icons', /^node:/, ...packages];

/** Gives the path of a package as one CommonJS file. All are bundled once for each state of package-lock.json. */
export async function bundlePackages(root: string): Promise<(name: Package) => string> {
  const hash = createHash('sha256')
    .update(await readFile(join(root, 'package-lock.json')))
    .update(await readFile(fileURLToPath(import.meta.url)));
  const cache = join(root, 'node_modules', '.cache');
  const folder = join(cache, `ava-bundles-${hash.digest('hex').slice(0, 16)}`);
  const pathOf = (name: Package) => join(folder, fileOf(name));
  if (existsSync(folder)) return pathOf;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  for (const name of packages) await bundle(root, name, draft);
  // Another process may have been faster; its folder is as good.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return pathOf;
}

const fileOf = (name: Package) => `${name.replaceAll(/\W+/g, '-')}.cjs`;

async function bundle(root: string, name: Package, outDir: string): Promise<void> {
  const entry = fileURLToPath(import.meta.resolve(name));
  // Loaded here, because every start of jest reads this file.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: false,
      lib: { entry, formats: ['cjs'], fileName: () => fileOf(name) },
      minify: false,
      target: 'es2023',
      rolldownOptions: { external: external.filter((each) => each !== name) },
    },
  });
}
