/**
 * Pieces of about the size of a model's tokens: up to eight letters with the blank before them, up to three digits,
 * one sign. Joined they are the text again. The server counts with its own pieces, so that `max_tokens`, the usage and
 * the finish reason agree with one another; they are not the counts of a real model.
 */
const TOKEN = / ?[\p{L}\p{M}]{1,8}| ?\p{N}{1,3}|\s+| ?[^\s\p{L}\p{M}\p{N}]/gu;

/** How many pieces the text has. */
export function countTokens(text: string): number {
  let count = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.test(text)) count += 1;
  return count;
}

/** The first `most` pieces of the text, and whether that left something out. */
export function truncateToTokens(text: string, most: number): { text: string; cut: boolean } {
  TOKEN.lastIndex = 0;
  let end = 0;
  for (let count = 0; count < most; count += 1) {
    if (!TOKEN.test(text)) return { text, cut: false };
    end = TOKEN.lastIndex;
  }
  TOKEN.lastIndex = 0;
  return end < text.length ? { text: text.slice(0, end), cut: true } : { text, cut: false };
}

const WORD = /\s*\S{1,24}/guy;

/**
 * Cuts a text into deltas of so many words, each with the white space before it; joined they are the text again.
 * Unbroken runs, as in Chinese, count as a word every 24 characters.
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

/** Cuts a text into deltas of so many UTF-16 units, never through a surrogate pair. */
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
