import { loadTokenizer } from '../../../../../api/contract/tokens.ts';
import type { CountAsk, CountReply } from './tokenCounter.ts';

/** Counts tokens away from the page, where a megabyte of text would hold up typing. */
self.onmessage = async ({ data }: MessageEvent<CountAsk>) => {
  self.postMessage(await answer(data));
};

async function answer({ id, texts }: CountAsk): Promise<CountReply> {
  try {
    const count = await loadTokenizer();
    return { id, counts: texts.map(count) };
  } catch (cause) {
    return { id, error: String(cause) };
  }
}
