/** A server installs `dependencies` without `devDependencies`, so these have to be exactly what API and bot load. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programs } from '#platform/childProcess/bundledProgram.ts';
import { entries, findPackages, getPackage, parseImports, root } from './sourceImports.ts';

/** Packages of data: their files are read, not imported. */
const DATA = /^(@expo-google-fonts|@tesseract\.js-data)\//;

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const readManifest = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
const { dependencies, devDependencies } = readManifest('package.json');
const startedByPath = [...Object.values(programs), 'api/src/storage/embedded/pgliteWorker.ts'];
const loaded = new Set([...entries, ...startedByPath].flatMap((entry) => [...findPackages(entry).keys()]));

it('every package that the API and the bot load is a dependency', () => {
  expect([...loaded].filter((name) => !(name in dependencies))).toEqual([]);
});

it('packages of the tab, its build, the sandbox and the tests are dependencies of development', () => {
  expect(Object.keys(dependencies).filter((name) => !loaded.has(name) && !DATA.test(name))).toEqual([]);
});

describe('the sandbox', () => {
  const { devDependencies: ofSandbox } = readManifest('env/sandbox/package.json');
  const sources = execFileSync('git', ['ls-files', 'env/sandbox'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts'));
  const imported = new Set(
    sources.flatMap((file) =>
      parseImports(file)
        .filter(({ specifier }) => !/^(\.|#|node:)/.test(specifier))
        .map(({ specifier }) => getPackage(specifier)),
    ),
  );

  it('names every package that it imports', () => {
    expect([...imported].filter((name) => !(name in ofSandbox))).toEqual([]);
  });

  it('uses the versions of the product', () => {
    const versions = { ...devDependencies, ...dependencies };
    expect(ofSandbox).toMatchObject(Object.fromEntries(Object.entries(versions).filter(([name]) => name in ofSandbox)));
  });
});
