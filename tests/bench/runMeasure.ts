import type { BenchOptions } from './figures.ts';
import { measureLoaders } from './allMeasures.ts';
import { formatTable } from './table.ts';

/** A process that runs one measure and prints its figures. Arguments: name of the measure, options as JSON. */
const [name = '', options = '{}'] = process.argv.slice(2);
try {
  const measure = await measureLoaders[name]?.();
  const figures = (await measure?.(JSON.parse(options) as BenchOptions)) ?? [];
  console.log(`\n${name}\n${formatTable(figures)}`);
} catch (error) {
  console.log(`\n${name} failed`);
  console.error(error);
  process.exitCode = 1;
}
// Handles that a failed measure left open would keep this process alive.
process.exit();
