/** A thread that loads one tokenizer, counts one text and says how long each took. */
import { parentPort, workerData } from 'node:worker_threads';
import { english } from './texts.ts';

export type Counter = 'contract' | 'js-tiktoken';

export interface CountRequest {
  counter: Counter;
  text: string;
}

export interface Counted {
  loadMs: number;
  countMs: number;
  /** What of it this thread really worked; on a busy machine it waits for its turn. */
  cpuMs: number;
  tokens: number;
}

const loaders: Record<Counter, () => Promise<(text: string) => number>> = {
  contract: async () => (await import('../../api/contract/tokens.ts')).loadTokenizer(),
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
const began = performance.now();
const count = await loaders[counter]();
count('Ä 算 🙂');
const loaded = performance.now();
// Other words than those that are counted: warm code, not remembered tokens.
count(english(50_000, 7));
const before = process.threadCpuUsage();
const from = performance.now();
const tokens = count(text);
const countMs = performance.now() - from;
const { user, system } = process.threadCpuUsage(before);
const cpuMs = (user + system) / 1_000;
parentPort?.postMessage({ loadMs: loaded - began, countMs, cpuMs, tokens } satisfies Counted);
