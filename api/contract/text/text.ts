/** Returns the first `length` UTF-16 code units of a text, or one fewer if the last is half of a surrogate pair. */
export function truncate(text: string, length: number): string {
  const end = Math.min(length, text.length);
  const last = text.charCodeAt(end - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? end - 1 : end);
}
