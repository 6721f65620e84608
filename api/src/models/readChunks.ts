import OpenAI from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { findErrorObject } from './errorBody.ts';
import { SilenceError } from './modelErrors.ts';

const DATA = 'data:';
/** The line of a chunk has a few hundred characters. Without a limit, an endless line would fill the memory. */
const MAX_LINE_CHARACTERS = 1_048_576;

/**
 * Reads the chunks of a streamed chat completion: one `data:` line each, `[DONE]` at the end. Replaces the client
 * library's reader, which takes several times as long for the thousands of chunks of an answer. Returns whether `[DONE]`
 * arrived. Throws OpenAI's `APIError` for an error line, `SyntaxError` for a line that is not JSON, and `SilenceError` if
 * nothing arrives for `silenceMs`; a comment counts as life.
 * @param silenceMs a function if the limit depends on what has arrived
 */
export async function* readChunks(
  response: Response,
  silenceMs: number | (() => number),
): AsyncGenerator<ChatCompletionChunk, boolean> {
  if (!response.body) return false;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let isSilent = false;
  let limitMs = 0;
  let silenceTimer: NodeJS.Timeout | undefined;

  // A silent model must not keep an answer open forever.
  function watch(): void {
    clearTimeout(silenceTimer);
    limitMs = typeof silenceMs === 'number' ? silenceMs : silenceMs();
    silenceTimer = setTimeout(() => {
      isSilent = true;
      void reader.cancel().catch(() => undefined);
    }, limitMs);
  }

  try {
    for (let rest = ''; ;) {
      watch();
      const { done, value } = await reader.read();
      if (isSilent) throw new SilenceError(`the model was silent for ${limitMs} ms`);
      if (done) {
        const chunk = readLastLine(rest + decoder.decode(), response);
        if (chunk && chunk !== '[DONE]') yield chunk;
        return chunk === '[DONE]';
      }
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_CHARACTERS)
        throw new Error(`the model sent a line of more than ${MAX_LINE_CHARACTERS} characters`);
      for (const line of lines) {
        const data = getData(line);
        if (data === '[DONE]') return true;
        if (data !== '') yield parseChunk(data, response);
      }
    }
  } finally {
    clearTimeout(silenceTimer);
    await reader.cancel().catch(() => undefined);
  }
}

/** The data of a line. Some proxies put comments, which begin with a colon, into data. */
function getData(line: string): string {
  const data = line.startsWith(DATA) ? line.slice(DATA.length).trim() : '';
  return data.startsWith(':') ? '' : data;
}

/** Some servers send no line end after the last line. A line that was cut off counts as not sent. */
function readLastLine(line: string, response: Response): ChatCompletionChunk | '[DONE]' | null {
  const data = getData(line);
  if (data === '[DONE]') return data;
  try {
    return data === '' ? null : parseChunk(data, response);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function parseChunk(data: string, { headers }: Response): ChatCompletionChunk {
  const chunk = JSON.parse(data) as ChatCompletionChunk;
  const error = findErrorObject(chunk);
  if (error) throw new OpenAI.APIError(undefined, error, undefined, headers);
  return chunk;
}
