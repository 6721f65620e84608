import { loadTokenizer } from '../../../../../api/contract/tokens.ts';
import { logFailure } from '../../../state/log.ts';

/** What the page asks of the worker. */
export interface CountAsk {
  id: number;
  texts: string[];
}

/** What the worker answers; `counts` in the order of the texts. */
export type CountReply = { id: number; counts: number[] } | { id: number; error: string };

export type CountTexts = (texts: string[]) => Promise<number[]>;

/** Characters counted in the page between two breaths, so that typing goes on: a few milliseconds' worth. */
const SLICE_CHARACTERS = 20_000;

/**
 * Counts texts in a worker.
 * @returns `null` where the browser has none or refuses one
 */
export function countInWorker(): CountTexts | null {
  if (typeof Worker === 'undefined') return null;
  try {
    return askWorker(new Worker(new URL('./memory.worker.ts', import.meta.url), { type: 'module' }));
  } catch (cause) {
    logFailure('Tokens are counted in the page: no worker could be started.', cause);
    return null;
  }
}

/** Asks a worker; when it breaks, all that wait are told so. */
export function askWorker(worker: Worker): CountTexts {
  const open = new Map<number, { resolve: (counts: number[]) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let broken: Error | null = null;

  worker.onmessage = ({ data }: MessageEvent<CountReply>) => {
    const waiting = open.get(data.id);
    open.delete(data.id);
    if ('counts' in data) waiting?.resolve(data.counts);
    else waiting?.reject(new Error(data.error));
  };
  worker.onerror = (event) => {
    broken = new Error('The worker that counts tokens ended.', { cause: event.message });
    for (const waiting of open.values()) waiting.reject(broken);
    open.clear();
    worker.terminate();
  };

  return (texts) =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      lastId += 1;
      open.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, texts } satisfies CountAsk);
    });
}

/** Counts texts in the page itself, a slice at a time. */
export async function countInPage(texts: string[]): Promise<number[]> {
  const count = await loadTokenizer();
  const counts: number[] = [];
  for (const text of texts) {
    let total = 0;
    for (const slice of slices(text)) {
      total += count(slice);
      if (text.length > SLICE_CHARACTERS) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    counts.push(total);
  }
  return counts;
}

/** Cuts a text after blank lines where it can, as the tokenizer does, so that the counts of the parts add up. */
function slices(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const cut = text.lastIndexOf('\n\n', from + SLICE_CHARACTERS);
    const end = from + SLICE_CHARACTERS >= text.length ? text.length : cut > from ? cut + 2 : from + SLICE_CHARACTERS;
    parts.push(text.slice(from, end));
    from = end;
  }
  return parts;
}

/**
 * The worker's counter, and the page's own from the moment the worker fails. Neither is loaded before there is something
 * to count: the tokenizer's table is larger than all else of AVA.
 */
export function createTokenCounter(startWorker: () => CountTexts | null = countInWorker): CountTexts {
  let inWorker: CountTexts | null | undefined;
  const count: CountTexts = async (texts) => {
    if (inWorker === undefined) inWorker = startWorker();
    if (inWorker === null) return countInPage(texts);
    try {
      return await inWorker(texts);
    } catch (cause) {
      logFailure('Tokens are counted in the page: the worker failed.', cause);
      inWorker = null;
      return countInPage(texts);
    }
  };
  return async (texts) => {
    const written = texts.filter((text) => text !== '');
    const counts = (written.length === 0 ? [] : await count(written)).values();
    return texts.map((text) => (text === '' ? 0 : (counts.next().value ?? 0)));
  };
}
