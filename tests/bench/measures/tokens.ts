import { Worker } from 'node:worker_threads';
import type { Figure, Measure } from '#tests/bench/figures.ts';
import { makeCjk, makeRandomCharacters, makeEnglish } from '#tests/bench/data/randomText.ts';
import type { TokenCount, CountRequest, Counter } from './tokenCounter.ts';

const MEGABYTE = 1_000_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BASE64 = `${LETTERS}${LETTERS.toUpperCase()}0123456789+/`;

const texts: Record<string, (length: number) => string> = {
  'English-like text': (length) => makeEnglish(length),
  'one repeated letter': (length) => 'a'.repeat(length),
  spaces: (length) => ' '.repeat(length),
  'line breaks': (length) => '\n'.repeat(length),
  emoji: (length) => makeRandomCharacters(length, '😀😂🥲🎉👍🏽👩‍💻🚀❤️🇫🇷🧪'),
  'Chinese and Japanese': (length) => makeCjk(length),
  base64: (length) => makeRandomCharacters(length, BASE64),
  'random letters': (length) => makeRandomCharacters(length, LETTERS),
  punctuation: (length) => makeRandomCharacters(length, '!?.,;:-_()[]{}<>/\\|@#$%^&*+=~`"\''),
};

/**
 * Counts the tokens of a megabyte (10⁶ bytes of UTF-8) of different texts, each in a new thread with a warm tokenizer,
 * so that no cache is shared. The peer is js-tiktoken, which counts exactly.
 */
export const tokens: Measure = async ({ quick }) => {
  const bytes = quick ? MEGABYTE / 20 : MEGABYTE;
  const limitMs = quick ? 1_000 : 8_000;
  const timeoutNote = `js-tiktoken did not finish within ${limitMs / 1_000} s`;
  const figures: Figure[] = [];
  for (const [name, make] of Object.entries(texts)) {
    const text = makeTextOfBytes(make, bytes);
    const own = await countInThread({ counter: 'contract', text }, 60_000);
    const peer = await countInThread({ counter: 'js-tiktoken', text }, limitMs);
    if (!own) throw new Error(`Counting ${name} took longer than a minute.`);
    if (figures.length === 0) {
      const tiktoken = peer && { peer: { name: 'js-tiktoken', value: peer.loadMs } };
      figures.push({ name: 'loading the tokenizer', value: own.loadMs, unit: 'ms', ...tiktoken });
    }
    figures.push({
      name: `${quick ? '50 KB' : '1 MB'} of ${name}`,
      value: own.countMs,
      unit: 'ms',
      aim: { below: 500 },
      ...(peer && { peer: { name: 'js-tiktoken', value: peer.countMs } }),
      note: `${own.cpuMs.toFixed(0)} ms of CPU; ${peer ? describeDifference(own.tokens, peer.tokens) : timeoutNote}`,
    });
  }
  return figures;
};

/** Makes a text of at most this many bytes and cuts it between characters. */
function makeTextOfBytes(make: (length: number) => string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(make(bytes)).subarray(0, bytes), { stream: true });
}

function describeDifference(own: number, exact: number): string {
  const percent = ((own - exact) / exact) * 100;
  return own === exact
    ? 'the same count'
    : `counts ${Math.abs(percent).toFixed(1)} % ${percent > 0 ? 'more' : 'fewer'}`;
}

/** Counts in a thread. Terminates the thread and returns `null` if counting takes longer than the limit. */
function countInThread(request: CountRequest & { counter: Counter }, limitMs: number): Promise<TokenCount | null> {
  const worker = new Worker(new URL('tokenCounter.ts', import.meta.url), { workerData: request });
  return new Promise<TokenCount | null>((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), limitMs);
    worker.once('message', (result: TokenCount) => resolve(result));
    worker.once('error', reject);
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}
