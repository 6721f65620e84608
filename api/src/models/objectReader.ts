import { findErrorObject } from './errorBody.ts';

/** A chunk has a few hundred characters. Without a limit, an endless one would fill the memory. */
const MAX_CHARACTERS = 1_048_576;

/** Some servers append this to an object that they send as a whole. */
const GLUED_END = '}data: [DONE]';

export interface ObjectReader {
  /** Takes the next line. Returns the object that it completes, `[DONE]`, or null. */
  take(line: string): object | '[DONE]' | null;
  /** Ends the answer. Returns the object that ends with it; one that was cut off counts as not sent. */
  end(): object | null;
}

/**
 * Reads the JSON objects of a model server's answer line by line. They are the data of events, in one `data:` line or
 * several. Some servers send an object without events around it, and errors in separate fields or events. Throws
 * `SyntaxError` for data that is not JSON.
 */
export function createObjectReader(): ObjectReader {
  let field = '';
  let event = '';
  /** Lines of an object that spans several lines. Parsed only once, because any line can look like the last one. */
  let pending = '';

  function toResult(value: object): object {
    const isError = field === 'error' || event === 'error';
    return isError && !findErrorObject(value) ? { error: value } : value;
  }

  function end(): object | null {
    const value = pending === '' ? null : parseObject(pending);
    pending = '';
    return value && toResult(value);
  }

  function add(part: string): object | '[DONE]' | null {
    if (part === '[DONE]') return end() ?? part;
    // Some gateways send heartbeats and comments as data; only an object is a chunk.
    if (pending === '' && !part.startsWith('{')) return null;
    const value = pending === '' && part.endsWith('}') ? parseObject(part) : null;
    if (value) return toResult(value);
    pending = pending === '' ? part : `${pending}\n${part}`;
    if (pending.length > MAX_CHARACTERS)
      throw new Error(`the model sent a chunk of more than ${MAX_CHARACTERS} characters`);
    return null;
  }

  /** A blank line ends an event. An object without events can be indented over many lines, also blank ones. */
  function endEvent(): object | null {
    if (pending !== '' && field === '') return null;
    if (pending !== '') JSON.parse(pending);
    const value = end();
    event = '';
    return value;
  }

  return {
    end,
    take(line) {
      const text = line.trim();
      if (text === '') return endEvent();
      const name = text.slice(0, Math.max(0, text.indexOf(':')));
      const value = text.slice(name.length + 1).trim();
      if (name === 'data' || name === 'error') {
        field = pending === '' ? name : field;
        return add(value);
      }
      if (name === 'event') event = value;
      if (pending === '' ? !text.startsWith('{') : field !== '') return null;
      field = '';
      return add(text.endsWith(GLUED_END) ? text.slice(0, -GLUED_END.length + 1) : text);
    },
  };
}

function parseObject(text: string): object | null {
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
