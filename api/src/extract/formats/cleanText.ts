/** Control characters except tab and line feed, and byte order marks inside the text. */
const unwanted = /[^\P{Cc}\t\n]|\uFEFF/gu;
/** Looks at a run of blanks once: without the look behind, each blank of a long run is a new beginning. */
const trailing = /(?<![ \t])[ \t]+$/gm;

/**
 * Text as every format hands it out: line feeds only, no control characters (PostgreSQL refuses NUL), no lone
 * surrogates (they cannot be written as UTF-8), no trailing blanks, at most one empty line in a row.
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
