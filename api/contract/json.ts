import { AvaError } from './errors.ts';
import { MAX_BODY_DEPTH, MAX_BODY_VALUES } from './limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses JSON that comes from outside. Its size is checked first: six megabytes of `[` or `1,` would cost the parser and
 * the validator far more time and memory than their bytes. Throws `bad_request`.
 */
export function parseJson(text: string): unknown {
  checkShape(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AvaError('bad_request', { detail: 'The request is not valid JSON.', cause });
  }
}

/** Counts values by their separators; text that is not JSON is left to the parser. */
function checkShape(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if (code === COMMA) values += 1;
    if (depth > MAX_BODY_DEPTH) throw new AvaError('bad_request', { detail: 'The request is nested too deeply.' });
    if (values > MAX_BODY_VALUES) throw new AvaError('bad_request', { detail: 'The request has too many values.' });
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
