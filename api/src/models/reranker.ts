import { z } from 'zod';
import { truncate } from '#contract/text/text.ts';
import type { Log } from '#platform/log.ts';

/** Orders texts by how well they answer a query. */
export interface Reranker {
  /** Positions of the texts, best first; null if the server fails or takes too long. Throws only if `signal` is aborted. */
  rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[] | null>;
}

export interface RerankerOptions {
  /** Address of the call itself, such as https://api.cohere.com/v2/rerank. */
  url: string;
  apiKey: string | undefined;
  model: string | undefined;
}

/** An answer waits for the reranker this long at most; the order without it is good enough. */
const TIMEOUT_MS = 3_000;
/** Common models read 512 tokens of query and text together, and some servers refuse more. */
const MAX_QUERY_LENGTH = 300;
const MAX_TEXT_LENGTH = 1_200;
/** Some servers repeat the texts in their reply. */
const MAX_REPLY_BYTES = 4_194_304;

const Reply = z.object({
  results: z.array(z.object({ index: z.number().int().min(0), relevance_score: z.number() })).max(10_000),
});

/** Calls the rerank API that Cohere, Jina and vLLM have in common: https://docs.cohere.com/reference/rerank */
export function createReranker(
  { url, apiKey, model, timeoutMs = TIMEOUT_MS }: RerankerOptions & { timeoutMs?: number },
  log: Log,
): Reranker {
  async function request(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]> {
    const response = await fetch(url, {
      method: 'POST',
      // A redirect could send the texts to another server.
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        ...(model !== undefined && { model }),
        query: truncate(query, MAX_QUERY_LENGTH),
        documents: texts.map((text) => truncate(text, MAX_TEXT_LENGTH).toWellFormed() || ' '),
        top_n: texts.length,
      }),
      signal,
    });
    const text = await readText(response);
    if (!response.ok) throw new Error(`the reranker answered ${response.status}`);
    const { results } = Reply.parse(JSON.parse(text));
    const scores = new Map(results.map(({ index, relevance_score: score }) => [index, score]));
    if (results.some(({ index }) => index >= texts.length))
      throw new Error('the reranker named a text that was not sent');
    const getScore = (position: number) => scores.get(position) ?? Number.NEGATIVE_INFINITY;
    return [...texts.keys()].toSorted((a, b) => getScore(b) - getScore(a) || a - b);
  }

  return {
    async rerank(query, texts, signal) {
      if (texts.length < 2) return null;
      try {
        return await request(query, texts, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ error }, 'failed to rerank; keeping the order of the search');
        return null;
      }
    },
  };
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_REPLY_BYTES) throw new Error('the reply of the reranker is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
