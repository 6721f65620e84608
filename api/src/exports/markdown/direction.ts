/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const LETTER = /\p{L}/u;
/** Neutral characters between words of one direction belong to them. */
const RUN =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff](?:[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\s.,،؛:!?؟-]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff])?/g;

/** Whether a paragraph runs from right to left: its first letter does. */
export function isRightToLeft(text: string): boolean {
  const letter = LETTER.exec(text)?.[0];
  return letter !== undefined && RIGHT_TO_LEFT.test(letter);
}

export const hasRightToLeft = (text: string) => RIGHT_TO_LEFT.test(text);

/** Splits a text into parts of one direction each. */
export function splitDirections(text: string): { text: string; isRightToLeft: boolean }[] {
  if (!RIGHT_TO_LEFT.test(text)) return [{ text, isRightToLeft: false }];
  const parts: { text: string; isRightToLeft: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(RUN)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isRightToLeft: false });
    parts.push({ text: match[0], isRightToLeft: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isRightToLeft: false });
  return parts;
}
