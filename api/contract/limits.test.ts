import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as limits from './limits.ts';

const root = join(import.meta.dirname, '../..');

/** Every word in the production code, except in the file that declares the limits. */
function readUsedWords(): Set<string> {
  const files = ['api', 'bot', 'tab/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  );
  const code = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.endsWith(join('contract', 'limits.ts')));
  return new Set(code.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []));
}

it('every constant is used in production code', () => {
  const words = readUsedWords();
  expect(words.size).toBeGreaterThan(1_000);
  expect(Object.keys(limits).filter((name) => !words.has(name))).toEqual([]);
});

it('the limits are consistent', () => {
  expect(limits.MAX_FILE_BYTES).toBe(70 * 1_024 * 1_024);
  expect(limits.FILE_CONTEXT_WARN_BYTES).toBeCloseTo(0.9 * limits.FILE_CONTEXT_MAX_BYTES);
  // A body has room for the longest message in a form (where a character such as a space takes three bytes: `%20`), or
  // for a file context as base64.
  expect(limits.MAX_BODY_BYTES).toBeGreaterThan(3 * limits.MAX_MESSAGE_BYTES);
  expect(limits.MAX_MESSAGE_BYTES).toBeLessThanOrEqual(limits.FILE_CONTEXT_MAX_BYTES / 2);
  expect(limits.MAX_CHAT_BYTES).toBeLessThan(limits.BYTES_PER_PERSON);
  expect(limits.MAX_BODY_BYTES).toBeGreaterThan((4 / 3) * limits.FILE_CONTEXT_MAX_BYTES);
});
