import { cleanText } from '#contract/text/text.ts';

/** The lookbehind makes matching linear: without it, the search would restart at each of many blanks in a row. */
const TRAILING = /(?<![ \t])[ \t]+$/gm;

/**
 * The text of a file, however its format writes it: clean, without soft hyphens, trailing blanks and consecutive empty lines.
 */
export function tidyText(text: string): string {
  return cleanText(text)
    .replaceAll('\u00ad', '')
    .replace(TRAILING, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
