import { truncate } from '../../../api/contract/text.ts';
import type { Markdown } from './markdown.ts';

/** With its card, a message of this length stays well below what Teams accepts. The rest is in the tab. */
export const MAX_TEXT = 12_000;

/** Delimiters of code, and what can start a tag or an image. */
const TOKENS = /^ {0,3}(?:```|~~~)|`|\n|!\[|</gm;
/** `<` starts a tag only before one of these. */
const TAG_START = /[a-z/!?]/i;
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * An answer without tags and images, so that Teams loads nothing. Outside code they are escaped. Code would show the
 * escape, so there a zero-width space splits them. Both are harmless if Teams sees the limits of the code differently.
 * Each character depends only on the text before it, so a longer text starts with every shorter one.
 */
export function escapeAnswer(text: string): Markdown {
  let fence = '';
  let isSpan = false;
  return text.replace(TOKENS, (token, index: number) => {
    const isCode = fence !== '' || isSpan;
    switch (token) {
      case '\n':
        isSpan = false;
        return token;
      case '`':
        isSpan = fence === '' && !isSpan;
        return token;
      case '![':
        return isCode ? `!${ZERO_WIDTH_SPACE}[` : '!\\[';
      case '<':
        if (!isCode) return '&lt;';
        return TAG_START.test(text[index + 1] ?? '') ? `<${ZERO_WIDTH_SPACE}` : token;
      default:
        if (fence === '') fence = token.trim();
        else if (fence === token.trim()) fence = '';
        return token;
    }
  }) as Markdown;
}

/** The part of an answer that a message shows, and whether there is more. */
export function toMessageText(answer: string): { text: Markdown; isCut: boolean } {
  // Escaping only adds characters, so text after MAX_TEXT is never shown.
  const escaped = escapeAnswer(answer.slice(0, MAX_TEXT));
  const text = truncate(escaped, MAX_TEXT) as Markdown;
  return { text, isCut: answer.length > MAX_TEXT || escaped.length > MAX_TEXT };
}
