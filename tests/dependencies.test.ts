/** A server installs the dependencies without those of development, so these are what the API and the bot load, no more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programs } from '../api/platform/childProcess/bundledProgram.ts';
import { entries, findPackages, root } from './sourceImports.ts';

/** Packages whose files are read, not imported. */
const DATA = /^(@expo-google-fonts|@tesseract\.js-data)\//;

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const startedByPath = [...Object.values(programs), 'api/src/storage/embedded/pgliteWorker.ts'];
const loaded = new Set([...entries, ...startedByPath].flatMap((entry) => [...findPackages(entry).keys()]));

it('every package that the API and the bot load is a dependency', () => {
  expect([...loaded].filter((name) => !(name in dependencies))).toEqual([]);
});

it('packages of the tab, its build, the sandbox and the tests are dependencies of development', () => {
  expect(Object.keys(dependencies).filter((name) => !loaded.has(name) && !DATA.test(name))).toEqual([]);
});
