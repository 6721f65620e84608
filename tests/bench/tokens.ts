import { Worker } from 'node:worker_threads';
import type { Figure, Measure } from './figures.ts';
import { cjk, drawn, english } from './texts.ts';
import type { Counted, CountRequest, Counter } from './tokenCounter.ts';

const MEGABYTE = 1_000_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BASE64 = `${LETTERS}${LETTERS.toUpperCase()}0123456789+/`;

const texts: Record<string, (length: number) => string> = {
  'English-like text': (length) => english(length),
  'one letter again and again': (length) => 'a'.repeat(length),
  spaces: (length) => ' '.repeat(length),
  'line breaks': (length) => '\n'.repeat(length),
  emoji: (length) => drawn(length, '😀😂🥲🎉👍🏽👩‍💻🚀❤️🇫🇷🧪'),
  'Chinese and Japanese': (length) => cjk(length),
  base64: (length) => drawn(length, BASE64),
  'random letters': (length) => drawn(length, LETTERS),
  punctuation: (length) => drawn(length, '!?.,;:-_()[]{}<>/\\|@#$%^&*+=~`"\''),
};

/**
 * Tokens of a megabyte (10⁶ bytes of UTF-8) of anything, each text in a fresh thread with a warm tokenizer, so that
 * nothing is remembered from the text before. The peer is js-tiktoken, which counts exactly and takes what that takes.
 */
export const tokens: Measure = async ({ quick }) => {
  const bytes = quick ? MEGABYTE / 20 : MEGABYTE;
  const boundMs = quick ? 1_000 : 8_000;
  const beyond = `js-tiktoken was not done after ${boundMs / 1_000} s`;
  const figures: Figure[] = [];
  for (const [name, make] of Object.entries(texts)) {
    const text = ofBytes(make, bytes);
    const own = await count({ counter: 'contract', text }, 60_000);
    const peer = await count({ counter: 'js-tiktoken', text }, boundMs);
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
      note: `${own.cpuMs.toFixed(0)} ms of CPU; ${peer ? difference(own.tokens, peer.tokens) : beyond}`,
    });
  }
  return figures;
};

/** A text of about so many bytes, cut between characters. */
function ofBytes(make: (length: number) => string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(make(bytes)).subarray(0, bytes), { stream: true });
}

function difference(own: number, exact: number): string {
  const percent = ((own - exact) / exact) * 100;
  return own === exact
    ? 'the same count'
    : `counts ${Math.abs(percent).toFixed(1)} % ${percent > 0 ? 'more' : 'fewer'}`;
}

/** Counts in a thread that can be ended in mid count; `null` when the time was over. */
function count(request: CountRequest & { counter: Counter }, boundMs: number): Promise<Counted | null> {
  const worker = new Worker(new URL('tokenCounter.ts', import.meta.url), { workerData: request });
  return new Promise<Counted | null>((done, failed) => {
    const timer = setTimeout(() => done(null), boundMs);
    worker.once('message', (counted: Counted) => done(counted));
    worker.once('error', failed);
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}
