/** A thread that loads one tokenizer, counts one text and reports how long each took. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeEnglish } from '#tests/bench/data/randomText.ts';

export type Counter = 'contract' | 'js-tiktoken';

export interface CountRequest {
  counter: Counter;
  text: string;
}

export interface TokenCount {
  loadMs: number;
  countMs: number;
  /** CPU time of the count; `countMs` includes waiting on a busy machine. */
  cpuMs: number;
  tokens: number;
}

const loaders: Record<Counter, () => Promise<(text: string) => number>> = {
  contract: async () => (await import('#contract/text/tokens.ts')).loadTokenizer(),
  'js-tiktoken': async () => {
    const [{ Tiktoken }, { default: ranks }] = await Promise.all([
      import('js-tiktoken/lite'),
      import('js-tiktoken/ranks/o200k_base'),
    ]);
    const encoding = new Tiktoken(ranks);
    return (text) => encoding.encode(text, [], []).length;
  },
};

const { counter, text } = workerData as CountRequest;
const startedAt = performance.now();
const count = await loaders[counter]();
count('Ä 算 🙂');
const loadedAt = performance.now();
// Warms up the code with another text, so that no tokens of the measured text are cached.
count(makeEnglish(50_000, 7));
const cpuBefore = process.threadCpuUsage();
const countStartedAt = performance.now();
const tokens = count(text);
const countMs = performance.now() - countStartedAt;
const { user, system } = process.threadCpuUsage(cpuBefore);
const cpuMs = (user + system) / 1_000;
parentPort?.postMessage({ loadMs: loadedAt - startedAt, countMs, cpuMs, tokens } satisfies TokenCount);
