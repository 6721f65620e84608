import type { BenchOptions } from './figures.ts';
import { measures } from './measures.ts';
import { table } from './table.ts';

/** A process for one measure, which prints its figures. Argument 1 is the measure's name, 2 its options as JSON. */
const [name = '', options = '{}'] = process.argv.slice(2);
try {
  const measure = await measures[name]?.();
  const figures = (await measure?.(JSON.parse(options) as BenchOptions)) ?? [];
  console.log(`\n${name}\n${table(figures)}`);
} catch (error) {
  console.log(`\n${name} failed`);
  console.error(error);
  process.exitCode = 1;
}
// What a failed measure left running would keep this process, and ends with it.
process.exit();
