import { truncate } from '#contract/text/text.ts';
import type { Markdown } from '#bot/text/markdown.ts';

/**
 * Maximum number of characters of an answer in a message. With its card, such a message stays well below what Teams
 * accepts. The tab shows the whole answer.
 */
export const MAX_TEXT = 12_000;

/** Delimiters of code, and what can start a tag or an image. */
const TOKENS = /^ {0,3}(?:```|~~~)|`|\n|!\[|</gm;
/** `<` starts a tag only before one of these. */
const TAG_START = /[a-z/!?]/i;
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Makes tags and images in an answer ineffective, so that Teams loads nothing. Outside code it escapes them. Inside
 * code an escape would be visible, so it splits them with a zero-width space. Either way nothing is loaded, even if
 * Teams finds code in other places. While an answer grows, the result only grows too: its start does not change.
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
