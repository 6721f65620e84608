/**
 * `npm run extract -- PATH… [--text]`: reads files and folders as the API reads uploads, and prints one line of JSON for
 * each file. With `--text`, the line contains the text.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { locationLabel } from '#contract/files/locations.ts';
import { extract, ExtractionError } from './extract.ts';

const args = process.argv.slice(2);
const withText = args.includes('--text');
const paths = args.filter((argument) => !argument.startsWith('--'));

async function* listFiles(path: string): AsyncGenerator<string> {
  if (!(await stat(path)).isDirectory()) return yield path;
  for (const name of (await readdir(path)).toSorted()) yield* listFiles(join(path, name));
}

async function describe(path: string) {
  const startedAt = performance.now();
  const common = () => ({ name: basename(path), ms: Math.round(performance.now() - startedAt) });
  try {
    const { type, parts, pages, usedOcr, unreadPages, unread, warning } = await extract({ path, name: basename(path) });
    return {
      ...common(),
      outcome: 'read',
      type,
      pages,
      usedOcr,
      ...(unreadPages && { unreadPages }),
      ...(unread && { unread }),
      ...(warning && { warning }),
      characters: parts.reduce((sum, { text }) => sum + text.length, 0),
      locations: parts.map(({ location }) => locationLabel(location)),
      ...(withText && { text: parts.map(({ text }) => text) }),
    };
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    return { ...common(), outcome: error.code, reason: error.reason };
  }
}

if (paths.length === 0) {
  console.error('Usage: npm run extract -- PATH… [--text]');
  process.exitCode = 1;
}
for (const path of paths) for await (const file of listFiles(path)) console.log(JSON.stringify(await describe(file)));
