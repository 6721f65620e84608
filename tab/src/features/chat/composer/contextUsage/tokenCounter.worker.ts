import { loadTokenizer } from '#contract/text/tokens.ts';
import type { CountRequest, CountReply } from './tokenCounter.ts';

/** Counts tokens in a worker: on the main thread, a megabyte of text would block typing. */
self.onmessage = async ({ data }: MessageEvent<CountRequest>) => {
  self.postMessage(await answer(data));
};

async function answer({ id, texts }: CountRequest): Promise<CountReply> {
  try {
    const count = await loadTokenizer();
    return { id, counts: texts.map(count) };
  } catch (cause) {
    return { id, error: String(cause) };
  }
}
