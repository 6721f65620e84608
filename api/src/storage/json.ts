/** What JSON.stringify makes of the character NUL and of half a surrogate pair; both engines refuse them in jsonb. */
const REFUSED = /\\u(0000|d[89a-f])/;

/** JSON that both engines take into jsonb. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  return REFUSED.test(text) ? JSON.stringify(value, cleanPart) : text;
}

function cleanPart(_name: string, part: unknown): unknown {
  if (typeof part === 'string') return cleanText(part);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [cleanText(name), value]));
}

/** Text as both engines take it. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
