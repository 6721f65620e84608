import { AvaError } from './errors.ts';

/**
 * Maximum number of values in a JSON body; a workspace with all its results has 600, a message with 200 citations
 * 2,600.
 */
export const MAX_BODY_VALUES = 10_000;
/** Maximum depth of a JSON body. */
export const MAX_BODY_DEPTH = 32;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses untrusted JSON. Depth and number of values are checked first: six megabytes of `[` or `1,` would take the parser
 * and the validator a lot of time and memory. Throws `bad_request`.
 */
export function parseJson(text: string): unknown {
  checkShape(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AvaError('bad_request', { detail: 'The request is not valid JSON.', cause });
  }
}

/** Checks the depth, and counts values by brackets and commas. Accepts invalid JSON, which the parser rejects later. */
function checkShape(text: string): void {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = findStringEnd(text, index);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if (code === COMMA) values += 1;
    if (depth > MAX_BODY_DEPTH) throw new AvaError('bad_request', { detail: 'The request is nested too deeply.' });
    if (values > MAX_BODY_VALUES) throw new AvaError('bad_request', { detail: 'The request has too many values.' });
  }
}

function findStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE) index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
}
