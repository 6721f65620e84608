import { loadTokenizer } from '#contract/text/tokens.ts';
import { logFailure } from '#tab/state/log.ts';

/** Message from the page to the worker. */
export interface CountRequest {
  id: number;
  texts: string[];
}

/** Message from the worker; `counts` has the order of the texts. */
export type CountReply = { id: number; counts: number[] } | { id: number; error: string };

export type CountTexts = (texts: string[]) => Promise<number[]>;

/** Characters per task on the main thread; a task takes a few milliseconds. */
const SLICE_CHARACTERS = 20_000;

/**
 * Starts a worker that counts tokens.
 * @returns `null` if the browser has no workers or blocks them
 */
function startWorkerCounter(): CountTexts | null {
  if (typeof Worker === 'undefined') return null;
  try {
    return createWorkerCounter(new Worker(new URL('./tokenCounter.worker.ts', import.meta.url), { type: 'module' }));
  } catch (cause) {
    logFailure('token worker could not be started', cause);
    return null;
  }
}

/** Counts in a worker; if it fails, all pending calls reject. */
export function createWorkerCounter(worker: Worker): CountTexts {
  const pending = new Map<number, { resolve: (counts: number[]) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let failure: Error | null = null;

  worker.onmessage = ({ data }: MessageEvent<CountReply>) => {
    const request = pending.get(data.id);
    pending.delete(data.id);
    if ('counts' in data) request?.resolve(data.counts);
    else request?.reject(new Error(data.error));
  };
  worker.onerror = (event) => {
    failure = new Error('token worker failed', { cause: event.message });
    for (const request of pending.values()) request.reject(failure);
    pending.clear();
    worker.terminate();
  };

  return (texts) =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, texts } satisfies CountRequest);
    });
}

/** Counts tokens on the main thread, slice by slice. */
export async function countInPage(texts: string[]): Promise<number[]> {
  const count = await loadTokenizer();
  const counts: number[] = [];
  for (const text of texts) {
    let total = 0;
    for (const slice of sliceText(text)) {
      total += count(slice);
      if (text.length > SLICE_CHARACTERS) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    counts.push(total);
  }
  return counts;
}

/** Prefers to split after blank lines, where the tokenizer splits too: then the counts add up. */
function sliceText(text: string): string[] {
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
 * Counts in the worker, and on the main thread after the worker fails. Loads nothing before the first text: the
 * tokenizer's table is larger than the rest of the tab.
 */
export function createTokenCounter(startWorker: () => CountTexts | null = startWorkerCounter): CountTexts {
  let inWorker: CountTexts | null | undefined;
  const count: CountTexts = async (texts) => {
    if (inWorker === undefined) inWorker = startWorker();
    if (inWorker === null) return countInPage(texts);
    try {
      return await inWorker(texts);
    } catch (cause) {
      logFailure('token worker failed, counting on the main thread', cause);
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
