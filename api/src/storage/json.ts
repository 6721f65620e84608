/** JSON escapes of NUL and of lone surrogates; both engines reject them in jsonb. */
const REJECTED = /\\u(0000|d[89a-f])/;

/** Serializes a value so that both engines accept it as jsonb. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  return REJECTED.test(text) ? JSON.stringify(value, cleanPart) : text;
}

function cleanPart(_name: string, part: unknown): unknown {
  if (typeof part === 'string') return toStorable(part);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [toStorable(name), value]));
}

/** Removes NUL and replaces lone surrogates: both engines reject them in text. */
export function toStorable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
