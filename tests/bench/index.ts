import { parseArgs } from 'node:util';
import type { Measure } from './figures.ts';
import { machine, table } from './table.ts';

/** `npm run bench -- --only streams,lists --quick`: prints what AVA reaches here, beside its aims and its peers. `--collection DIR` ranks a judged collection. */
const measures: Record<string, () => Promise<Measure>> = {
  firstToken: async () => (await import('./firstToken.ts')).firstToken,
  streams: async () => (await import('./streams.ts')).streams,
  bot: async () => (await import('./bot.ts')).bot,
  lists: async () => (await import('./lists.ts')).lists,
  tab: async () => (await import('./tab.ts')).tab,
  markdown: async () => (await import('./markdown.ts')).markdown,
  tokens: async () => (await import('./tokens.ts')).tokens,
  extraction: async () => (await import('./extraction.ts')).extraction,
  accuracy: async () => (await import('./accuracy.ts')).accuracy,
  ranking: async () => (await import('./ranking.ts')).ranking,
  retrieval: async () => (await import('./retrieval.ts')).retrieval,
};

const { values } = parseArgs({
  options: { only: { type: 'string' }, collection: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const names = values.only?.split(',') ?? (values.collection ? ['ranking'] : Object.keys(measures));
const unknown = names.filter((name) => !measures[name]);
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(measures).join(', ')}.`);
  process.exit(2);
}

console.log(`${machine()}${values.quick ? '; quick: the figures mean little' : ''}`);
for (const name of names) {
  try {
    const measure = await measures[name]?.();
    const figures = (await measure?.({ quick: values.quick, collection: values.collection })) ?? [];
    console.log(`\n${name}\n${table(figures)}`);
  } catch (error) {
    // One measure that fails does not take the others' figures away.
    console.log(`\n${name} failed`);
    console.error(error);
    process.exitCode = 1;
  }
}
// What a failed measure left running would keep this process, and ends with it.
process.exit();
