import { logFailure } from '#tab/state/log.ts';
import type { CodeToken } from './tokenize.ts';

export interface HighlightRequest {
  id: number;
  language: string;
  code: string;
}

export interface HighlightReply {
  id: number;
  tokens: CodeToken[] | null;
}

/** Longer code stays plain: thousands of colored elements make scrolling slow. */
export const MAX_HIGHLIGHTED_CHARACTERS = 20_000;
/** Time after which highlighting is stopped; ordinary code takes a few milliseconds. */
const TIMEOUT_MS = 2_000;
/** Results that are kept, so that code that scrolls back into view is colored at once. */
const MAX_KEPT = 100;

const results = new Map<string, readonly CodeToken[]>();
let worker: Worker | null = null;
let lastId = 0;
/** One request at a time, so that the slow one is known when the worker is stopped. */
let queue: Promise<unknown> = Promise.resolve();

const toKey = (language: string, code: string) => `${language}\n${code}`;

/** The tokens of code that was highlighted before. */
export function getCachedTokens(language: string, code: string): readonly CodeToken[] | null {
  return results.get(toKey(language, code)) ?? null;
}

/**
 * Highlights code in a worker. Returns `null` if it stays plain: unknown language, too long or too slow code, or a
 * browser without workers.
 */
export async function highlight(language: string, code: string): Promise<readonly CodeToken[] | null> {
  const known = getCachedTokens(language, code);
  if (known || language === '' || code.length > MAX_HIGHLIGHTED_CHARACTERS || typeof Worker === 'undefined')
    return known;
  const request = queue.then(() => askWorker(language, code));
  queue = request;
  const tokens = await request;
  if (tokens) keep(toKey(language, code), tokens);
  return tokens;
}

function askWorker(language: string, code: string): Promise<CodeToken[] | null> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const end = (tokens: CodeToken[] | null, failure?: string) => {
      clearTimeout(timer);
      if (failure !== undefined) {
        logFailure(failure, { language });
        worker?.terminate();
        worker = null;
      }
      resolve(tokens);
    };
    const timer = setTimeout(() => end(null, 'highlighting code took too long'), TIMEOUT_MS);
    worker ??= new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<HighlightReply>) => {
      if (data.id === id) end(data.tokens);
    };
    worker.onerror = () => end(null, 'highlighting code failed');
    worker.postMessage({ id, language, code } satisfies HighlightRequest);
  });
}

function keep(key: string, tokens: readonly CodeToken[]): void {
  results.set(key, tokens);
  const oldest = results.keys().next().value;
  if (results.size > MAX_KEPT && oldest !== undefined) results.delete(oldest);
}
