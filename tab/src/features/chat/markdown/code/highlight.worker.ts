import type { HighlightReply, HighlightRequest } from './highlight.ts';
import { tokenize } from './tokenize.ts';

/** Highlights in a worker: a grammar can take seconds for code that was written to slow it down. */
self.onmessage = ({ data: { id, language, code } }: MessageEvent<HighlightRequest>) => {
  self.postMessage({ id, tokens: tokenize(language, code) } satisfies HighlightReply);
};
