import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { findProgram, programs } from './bundledProgram.ts';

const TEXT = 'read();';
const hash = createHash('sha256').update(TEXT).digest('base64');
let root: string;
const writeList = (sources: string[]) =>
  writeFile(
    join(root, 'dist/childProcesses/sources.json'),
    JSON.stringify(Object.fromEntries(sources.map((source) => [source, hash]))),
  );

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ava-reader-'));
  await mkdir(join(root, 'dist/childProcesses'), { recursive: true });
  for (const source of Object.values(programs)) {
    await mkdir(join(root, dirname(source)), { recursive: true });
    await writeFile(join(root, source), TEXT);
  }
  await writeList(Object.values(programs));
});
afterEach(() => rm(root, { recursive: true }));

const find = () => relative(root, findProgram('reader', root)).replaceAll('\\', '/');

it('the path of a program leads to its bundle if the bundle was built from the present sources', () => {
  expect(find()).toBe('dist/childProcesses/reader.cjs');
});

it.each([
  ['a source has changed since', () => writeFile(join(root, programs.reader), 'readAll();')],
  ['a source is gone', () => rm(join(root, programs.writer))],
  ['a program was added since', () => writeList([programs.reader, programs.writer])],
  ['the build was interrupted', () => writeFile(join(root, 'dist/childProcesses/sources.json'), '{"api')],
  ['there is no bundle', () => rm(join(root, 'dist'), { recursive: true })],
])('the path of a program leads to its source if %s', async (_, change) => {
  await change();
  expect(find()).toBe(programs.reader);
});
