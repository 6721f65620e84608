// Widths as a share of the font's size, averages of Calibri, Arial and Segoe UI. They are estimates, because the fonts of
// Word and of a template are not on the server. They are rather too wide, so that text that fits here fits in Office.
const NARROW = /[iljtfrI.,:;'"|!()[\]{}\- ]/;
const WIDE = /[mwMW@%—…]/;
const CAPITAL = /\p{Lu}/u;
const FULL = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const EMOJI = /\p{Extended_Pictographic}/u;
const COMBINING = /\p{M}/u;

export const isFullWidth = (character: string) => FULL.test(character);

export function widthOf(character: string): number {
  if (character === ' ') return 0.27;
  if (character === '\t') return 2;
  if (NARROW.test(character)) return 0.34;
  if (WIDE.test(character)) return 0.88;
  if (FULL.test(character)) return 1;
  if (EMOJI.test(character)) return 1.3;
  if (COMBINING.test(character)) return 0;
  return CAPITAL.test(character) ? 0.68 : 0.54;
}

/**
 * Width of the longest word in points, which a column of a table should have. Lines break after hyphens,
 * and anywhere in East Asian text.
 */
export function longestWord(text: string, size: number): number {
  let [longest, width] = [0, 0];
  for (const character of text) {
    const advance = widthOf(character) * size;
    width = /\s/.test(character) ? 0 : isFullWidth(character) ? advance : width + advance;
    longest = Math.max(longest, width);
    if (character === '-') width = 0;
  }
  return longest;
}

/** Width of a text on one line, in points. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += widthOf(character) * size;
  return width;
}
