import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from '#tests/harness/patience.ts';

/**
 * Packages with many modules. Jest loads every module again for each test file, and Fluent's 2,100 modules take seconds
 * while a bundle takes a tenth of a second. A bundle also has no ES modules: Jest compiles them for each test file, and V8's
 * cache of compiled modules keeps the window of each of these files in memory.
 */
const packages = [
  '@fluentui/react-components',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  'mdast-util-gfm',
  'mdast-util-math',
  'micromark-core-commonmark',
  'micromark-extension-gfm',
  'micromark-extension-math',
  'react-markdown',
  'rehype-harden',
  'rehype-sanitize',
  'remend',
  'wouter',
  'wouter/memory-location',
  'wouter/use-browser-location',
  'zod',
] as const;

type Package = (typeof packages)[number];

/** Not bundled: modules that tests mock, that must exist only once, or that belong to Node. */
const external = [/^react($|\/)/, /^react-dom($|\/)/, '@fluentui/react-icons', /^node:/, ...packages];

/** Code that configures a package at the end of its bundle. A setup file would load the package for every test file. */
const outros: Partial<Record<Package, string>> = {
  '@testing-library/dom': `exports.configure({ asyncUtilTimeout: ${PATIENCE_MS} });`,
};

/** Bundles every package into one CommonJS file, once per package-lock.json. Returns their paths. */
export async function bundlePackages(root: string): Promise<Record<Package, string>> {
  const hash = createHash('sha256')
    .update(await readFile(join(root, 'package-lock.json')))
    .update(await readFile(fileURLToPath(import.meta.url)))
    .update(JSON.stringify(outros));
  const cache = join(root, 'node_modules', '.cache');
  const folder = join(cache, `ava-bundles-${hash.digest('hex').slice(0, 16)}`);
  const paths = Object.fromEntries(packages.map((name) => [name, join(folder, getFileName(name))])) as Record<
    Package,
    string
  >;
  if (existsSync(folder)) return paths;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  for (const name of packages) await bundle(root, name, draft);
  // If another process was faster, its folder is used.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return paths;
}

const getFileName = (name: Package) => `${name.replaceAll(/\W+/g, '-')}.cjs`;

async function bundle(root: string, name: Package, outDir: string): Promise<void> {
  const entry = fileURLToPath(import.meta.resolve(name));
  // Loaded only when needed, because every start of jest imports this file.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    // The conditions of the built tab. Others would add the assertions that micromark has for its own development.
    resolve: { conditions: ['module', 'browser'] },
    build: {
      outDir,
      emptyOutDir: false,
      lib: { entry, formats: ['cjs'], fileName: () => getFileName(name) },
      minify: false,
      target: 'es2023',
      rolldownOptions: {
        external: external.filter((pattern) => pattern !== name),
        output: { outro: outros[name] ?? '' },
      },
    },
  });
}
