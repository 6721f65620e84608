import OpenAI from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';

const DATA = 'data:';
/** The line of a chunk has a few hundred characters. Without a limit, an endless line would fill the memory. */
const MAX_LINE_CHARACTERS = 1_048_576;

/**
 * Reads the chunks of a streamed chat completion: one `data:` line each, `[DONE]` at the end. Replaces the client
 * library's reader, which takes several times as long for the thousands of chunks of an answer. Throws OpenAI's
 * `APIError` for an error line, `SyntaxError` for a line that is not JSON, and an error if nothing arrives for
 * `silenceMs`.
 */
export async function* readChunks(response: Response, silenceMs: number): AsyncGenerator<ChatCompletionChunk> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let isSilent = false;
  // A silent model must not keep an answer open forever.
  const silenceTimer = setTimeout(() => {
    isSilent = true;
    void reader.cancel().catch(() => undefined);
  }, silenceMs);
  try {
    for (let rest = ''; ;) {
      const { done, value } = await reader.read();
      if (isSilent) throw new Error(`the model was silent for ${silenceMs} ms`);
      if (done) return;
      silenceTimer.refresh();
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_CHARACTERS)
        throw new Error(`the model sent a line of more than ${MAX_LINE_CHARACTERS} characters`);
      for (const line of lines) {
        if (!line.startsWith(DATA)) continue;
        const data = line.slice(DATA.length).trim();
        if (data === '[DONE]') return;
        yield parseChunk(data, response);
      }
    }
  } finally {
    clearTimeout(silenceTimer);
    await reader.cancel().catch(() => undefined);
  }
}

function parseChunk(data: string, { headers }: Response): ChatCompletionChunk {
  const chunk = JSON.parse(data) as ChatCompletionChunk & { error?: object };
  if (chunk.error) throw new OpenAI.APIError(undefined, chunk.error, undefined, headers);
  return chunk;
}
