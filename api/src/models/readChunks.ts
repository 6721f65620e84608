import OpenAI from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';

const DATA = 'data:';
/** Longest line, in characters; a chunk has a few hundred. Without it, a stream without line breaks would fill the memory. */
const LONGEST_LINE = 1_048_576;

/**
 * Reads the chunks of a streamed chat completion: a `data:` line each, `[DONE]` at the end. By hand, because the client
 * library takes several times as long for each of the thousands of an answer. Throws OpenAI's `APIError` for an error that
 * comes as a line, `SyntaxError` for one that is no JSON, and an error when nothing has come for `silenceMs`.
 */
export async function* readChunks(response: Response, silenceMs: number): AsyncGenerator<ChatCompletionChunk> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let silent = false;
  // A model that falls silent must not hold an answer for ever.
  const silence = setTimeout(() => {
    silent = true;
    void reader.cancel().catch(() => undefined);
  }, silenceMs);
  try {
    for (let rest = ''; ;) {
      const { done, value } = await reader.read();
      if (silent) throw new Error(`the model was silent for ${silenceMs} ms`);
      if (done) return;
      silence.refresh();
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw new Error(`the model sent a line of more than ${LONGEST_LINE} characters`);
      for (const line of lines) {
        if (!line.startsWith(DATA)) continue;
        const data = line.slice(DATA.length).trim();
        if (data === '[DONE]') return;
        yield chunkOf(data, response);
      }
    }
  } finally {
    clearTimeout(silence);
    await reader.cancel().catch(() => undefined);
  }
}

function chunkOf(data: string, { headers }: Response): ChatCompletionChunk {
  const chunk = JSON.parse(data) as ChatCompletionChunk & { error?: object };
  if (chunk.error) throw new OpenAI.APIError(undefined, chunk.error, undefined, headers);
  return chunk;
}
