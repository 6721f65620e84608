import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const promises = readFileSync(join(root, 'docs/threats.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '));

/** Returns the tests that a promise names as `file › title` in backticks. */
const listProofs = (promise: string) =>
  [...promise.matchAll(/`([\w/.-]+\.test\.tsx?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }));

it('every promise names a test or says that there is none yet', () => {
  expect(promises.length).toBeGreaterThan(60);
  const unproved = promises.filter((promise) => listProofs(promise).length === 0);
  expect(unproved.filter((promise) => !promise.endsWith(': not yet proved'))).toEqual([]);
});

it.each(promises.flatMap(listProofs))('$file › $title exists', ({ file, title }) => {
  const source = readFileSync(join(root, file), 'utf8');
  expect([`'${title}'`, `"${title}"`].some((literal) => source.includes(literal))).toBe(true);
});
