/** Servers have encoded arguments once too often, rarely twice. */
const MAX_DECODINGS = 3;

/**
 * Returns the arguments of a call as a value, in whatever form a model sends them: with text around them, as JSON within a
 * JSON string, or as a list of one object. A function without arguments is called with nothing or null. A text that is no
 * JSON is returned as it is.
 */
export function parseArguments(text: string): unknown {
  let value: unknown = text.trim() === '' ? null : text;
  for (let count = 0; typeof value === 'string' && count < MAX_DECODINGS; count += 1) value = decode(value);
  if (Array.isArray(value) && value.length <= 1) value = value[0] as unknown;
  return value ?? {};
}

/** The value of JSON, or of the first object within other text. */
function decode(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? (parseJson(findObject(text)) ?? text) : value;
}

/** The value of JSON; undefined for other text. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** The part of a text from its first opening brace to the brace that closes it. */
function findObject(text: string): string {
  const start = text.indexOf('{');
  let depth = 0;
  let isQuoted = false;
  for (let index = Math.max(0, start); start >= 0 && index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '{') depth += 1;
    else if (!isQuoted && character === '}' && --depth === 0) return text.slice(start, index + 1);
  }
  return '';
}
