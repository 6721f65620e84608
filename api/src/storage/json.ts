/** JSON that both engines take into jsonb: they refuse the character NUL and half a surrogate pair. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? cleanText(part) : part));
}

/** Text as both engines take it. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
