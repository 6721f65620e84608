/** Control characters except tab and line feed, and byte order marks inside the text. */
const unwanted = /[^\P{Cc}\t\n]|\uFEFF/gu;
/** The lookbehind makes matching linear: without it, the search would restart at each of many blanks in a row. */
const trailing = /(?<![ \t])[ \t]+$/gm;

/**
 * Normalizes the text of every format: line feeds only, no control characters (PostgreSQL rejects NUL), no lone surrogates
 * (invalid in UTF-8), no trailing blanks, no consecutive empty lines.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\f\u2028\u2029]/g, '\n')
    .replace(unwanted, '')
    .replace(trailing, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
