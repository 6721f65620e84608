import { Worker } from 'node:worker_threads';
import { countTokens as countHere } from '../../contract/tokens.ts';

/** Shorter texts cost less than a message to a thread and back. */
const SHORT = 20_000;

interface Waiting {
  resolve: (count: number) => void;
  reject: (error: Error) => void;
}

let thread: { worker: Worker; waiting: Map<number, Waiting> } | null = null;
let last = 0;

function open(): NonNullable<typeof thread> {
  const worker = new Worker(new URL('./tokenThread.ts', import.meta.url));
  worker.unref();
  const waiting = new Map<number, Waiting>();
  worker.on('message', ({ id, count }: { id: number; count: number }) => {
    waiting.get(id)?.resolve(count);
    waiting.delete(id);
  });
  worker.on('error', (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    thread = null;
  });
  return { worker, waiting };
}

/** Tokens of a text; a long one is counted in a thread, so that nobody else's answer waits for it. */
export function countTokens(text: string): Promise<number> {
  if (text.length <= SHORT) return countHere(text);
  thread ??= open();
  const { worker, waiting } = thread;
  return new Promise((resolve, reject) => {
    last += 1;
    waiting.set(last, { resolve, reject });
    worker.postMessage({ id: last, text });
  });
}
