import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchOptions } from './figures.ts';
import { measures } from './measures.ts';
import { machine } from './table.ts';

/** `npm run bench -- --only streams,lists --quick`: prints what AVA reaches here, beside its aims and its peers. `--collection DIR` ranks a judged collection. */
const { values } = parseArgs({
  options: { only: { type: 'string' }, collection: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const names = values.only?.split(',') ?? (values.collection ? ['ranking'] : Object.keys(measures));
const unknown = names.filter((name) => !measures[name]);
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(measures).join(', ')}.`);
  process.exit(2);
}

/**
 * Runs a measure in a process of its own. Vite's build sets NODE_ENV for the whole process, with which the sandbox
 * refuses to start, and a heap that one measure has filled slows the next one down.
 */
async function measure(name: string, options: BenchOptions): Promise<boolean> {
  const program = fileURLToPath(new URL('measureOne.ts', import.meta.url));
  const child = spawn(process.execPath, [program, name, JSON.stringify(options)], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

console.log(`${machine()}${values.quick ? '; quick: the figures mean little' : ''}`);
// One measure that fails does not take the others' figures away.
for (const name of names) {
  if (!(await measure(name, { quick: values.quick, collection: values.collection }))) process.exitCode = 1;
}
