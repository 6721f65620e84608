import OpenAI from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { findErrorObject } from './errorBody.ts';
import { SilenceError } from './modelErrors.ts';
import { createObjectReader, type ObjectReader } from './objectReader.ts';

/** Lines end with a line feed, a carriage return or both. */
const LINE_END = /\r\n|\n|\r/;
/** Without a limit, an endless line would fill the memory. */
const MAX_LINE_CHARACTERS = 1_048_576;

/**
 * Reads the chunks of a chat completion, streamed or not; `[DONE]` is at the end of a stream. Replaces the client
 * library's reader, which takes several times as long for the thousands of chunks of an answer. Returns whether `[DONE]`
 * arrived. Throws OpenAI's `APIError` for an error, `SyntaxError` for data that is not JSON, and `SilenceError` if
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
  const objects = createObjectReader();
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
        const last = readLastLines(objects, rest + decoder.decode());
        for (const object of last) if (object !== '[DONE]') yield toChunk(object, response);
        return last.includes('[DONE]');
      }
      const text = rest + decoder.decode(value, { stream: true });
      // The line feed after a carriage return can be in the next piece.
      const length = text.endsWith('\r') ? text.length - 1 : text.length;
      // Hardly any server sends carriage returns, and an expression splits slower.
      const lines = text.slice(0, length).split(text.includes('\r') ? LINE_END : '\n');
      rest = (lines.pop() ?? '') + text.slice(length);
      if (rest.length > MAX_LINE_CHARACTERS)
        throw new Error(`the model sent a line of more than ${MAX_LINE_CHARACTERS} characters`);
      for (const line of lines) {
        const object = objects.take(line);
        if (object === '[DONE]') return true;
        if (object) yield toChunk(object, response);
      }
    }
  } finally {
    clearTimeout(silenceTimer);
    await reader.cancel().catch(() => undefined);
  }
}

/** Some servers send no line end after the last line. */
function readLastLines(objects: ObjectReader, text: string): (object | '[DONE]')[] {
  const found = text.split(LINE_END).map((line) => objects.take(line));
  return [...found, objects.end()].filter((object) => object !== null);
}

function toChunk(object: object, { headers }: Response): ChatCompletionChunk {
  const error = findErrorObject(object);
  if (error) throw new OpenAI.APIError(undefined, error, undefined, headers);
  return object as ChatCompletionChunk;
}
