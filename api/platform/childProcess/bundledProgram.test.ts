import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findProgram, programs } from './bundledProgram.ts';

const SOURCE = 'api/child.ts';
const TEXT = 'read();';
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ava-reader-'));
  for (const folder of ['api', 'dist/childProcesses']) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, SOURCE), TEXT);
  const hash = createHash('sha256').update(TEXT).digest('base64');
  await writeFile(join(root, 'dist/childProcesses/sources.json'), JSON.stringify({ [SOURCE]: hash }));
});
afterEach(() => rm(root, { recursive: true }));

const find = () => relative(root, findProgram('reader', root)).replaceAll('\\', '/');

it('is the bundle of the present sources', () => {
  expect(find()).toBe('dist/childProcesses/reader.mjs');
});

it.each([
  ['a source has changed since', () => writeFile(join(root, SOURCE), 'readAll();')],
  ['a source is gone', () => rm(join(root, SOURCE))],
  ['the build was interrupted', () => writeFile(join(root, 'dist/childProcesses/sources.json'), '{"api')],
  ['there is no bundle', () => rm(join(root, 'dist'), { recursive: true })],
])('is the source if %s', async (_, change) => {
  await change();
  expect(find()).toBe(programs.reader);
});
