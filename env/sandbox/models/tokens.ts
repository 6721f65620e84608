/**
 * Tokens about as long as a model's: up to eight letters or three digits, white space, or one other character. The
 * counts differ from those of a real model, but `max_tokens`, the usage and the finish reason are consistent.
 */
const TOKEN = / ?[\p{L}\p{M}]{1,8}| ?\p{N}{1,3}|\s+| ?[^\s\p{L}\p{M}\p{N}]/gu;

export function countTokens(text: string): number {
  let count = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.test(text)) count += 1;
  return count;
}

/** Returns the first `max` tokens of the text. */
export function truncateToTokens(text: string, max: number): { text: string; isTruncated: boolean } {
  TOKEN.lastIndex = 0;
  let end = 0;
  for (let count = 0; count < max; count += 1) {
    if (!TOKEN.test(text)) return { text, isTruncated: false };
    end = TOKEN.lastIndex;
  }
  TOKEN.lastIndex = 0;
  return end < text.length ? { text: text.slice(0, end), isTruncated: true } : { text, isTruncated: false };
}

const WORD = /\s*\S{1,24}/guy;

/**
 * Splits a text into deltas of `wordsPerDelta` words, each with the white space before it. In text without spaces, such
 * as Chinese, 24 characters count as a word.
 */
export function* splitIntoWords(text: string, wordsPerDelta: number): Generator<string> {
  const word = new RegExp(WORD);
  let start = 0;
  let words = 0;
  while (word.test(text)) {
    words += 1;
    if (words < wordsPerDelta) continue;
    yield text.slice(start, word.lastIndex);
    start = word.lastIndex;
    words = 0;
  }
  if (start < text.length) yield text.slice(start);
}

/** Splits a text into deltas of `size` UTF-16 units without splitting surrogate pairs. */
export function* splitIntoChunks(text: string, size: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + size, text.length);
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last < 0xdc00 && end < text.length) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}
