import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { countTokens as countInline } from '#contract/text/tokens.ts';

/** Texts of up to this many characters are counted here: that takes less time than a message to the thread and back. */
const MAX_LENGTH_HERE = 20_000;
/** Maximum number of cached counts, by digest of the text: a long chat is counted once, not at every question. */
const MAX_CACHED_COUNTS = 20_000;

interface PendingCount {
  resolve: (count: number) => void;
  reject: (error: Error) => void;
}

let thread: { worker: Worker; pending: Map<number, PendingCount> } | null = null;
let lastId = 0;
const cache = new LRUCache<string, Promise<number>>({ max: MAX_CACHED_COUNTS });

function startThread(): NonNullable<typeof thread> {
  const worker = new Worker(new URL('./tokenThread.ts', import.meta.url));
  const pending = new Map<number, PendingCount>();
  worker.on('message', ({ id, count }: { id: number; count: number }) => {
    pending.get(id)?.resolve(count);
    pending.delete(id);
  });
  worker.on('error', (error: Error) => {
    for (const { reject } of pending.values()) reject(error);
    thread = null;
  });
  // Adding a listener for messages references the worker again, so `unref` comes last.
  worker.unref();
  return { worker, pending };
}

/**
 * Counts the tokens of a text in the gpt-4o encoding. For a text above 2 MB, the number is an estimate. A long text is
 * counted in a thread, so that other answers do not wait for it.
 */
export function countTokens(text: string): Promise<number> {
  if (text.length <= MAX_LENGTH_HERE) return countInline(text);
  const digest = createHash('sha256').update(text).digest('base64');
  const cached = cache.get(digest);
  if (cached) return cached;
  const count = countInThread(text);
  cache.set(digest, count);
  count.catch(() => cache.delete(digest));
  return count;
}

function countInThread(text: string): Promise<number> {
  thread ??= startThread();
  const { worker, pending } = thread;
  return new Promise((resolve, reject) => {
    lastId += 1;
    pending.set(lastId, { resolve, reject });
    worker.postMessage({ id: lastId, text });
  });
}
