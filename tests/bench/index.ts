import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchOptions } from './figures.ts';
import { measureLoaders } from './allMeasures.ts';
import { describeMachine } from './table.ts';

/**
 * `npm run bench -- --only streams,lists --quick`: prints AVA's figures on this machine beside targets and peers.
 * `--collection DIR` ranks a judged collection, and `evidence --questions FILE --corpus DIR` looks for the evidence of
 * questions (docs/evaluation.md).
 */
const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: text,
    collection: text,
    questions: text,
    corpus: text,
    quick: { type: 'boolean', default: false },
  },
});
const { only = positionals.join(','), collection, questions, corpus } = values;
const implied = collection ? ['ranking'] : questions ? ['evidence'] : Object.keys(measureLoaders);
const names = only === '' ? implied : only.split(',');
const unknown = names.filter((name) => !measureLoaders[name]);
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Available: ${Object.keys(measureLoaders).join(', ')}.`);
  process.exit(2);
}

/**
 * Runs a measure in a separate process: Vite's build sets NODE_ENV to a value with which the sandbox does not start,
 * and a heap filled by one measure slows down the next one.
 */
async function runMeasure(name: string, options: BenchOptions): Promise<boolean> {
  const program = fileURLToPath(new URL('runMeasure.ts', import.meta.url));
  const child = spawn(process.execPath, [program, name, JSON.stringify(options)], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

console.log(`${describeMachine()}${values.quick ? '; quick: the figures are not meaningful' : ''}`);
// A failed measure does not prevent the others.
for (const name of names) {
  if (!(await runMeasure(name, { quick: values.quick, collection, questions, corpus }))) process.exitCode = 1;
}
