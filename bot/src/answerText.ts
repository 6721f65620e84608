import { truncate } from '../../api/contract/text.ts';
import type { Markdown } from './markdown.ts';

/** Longer than anybody reads in a chat, and with its card well below what Teams takes; the rest is in the tab. */
export const MAX_TEXT = 12_000;

/** What opens or closes code, and what could begin a tag or an image. */
const PIECES = /^ {0,3}(?:```|~~~)|`|\n|!\[|</gm;
/** Only before these can `<` begin a tag. */
const TAG_START = /[a-z/!?]/i;
const INVISIBLE_BLANK = '\u200b';

/**
 * An answer as Teams may show it: nothing in it is a tag or an image, so nothing is loaded from anywhere. Outside code it is
 * escaped. In code an escape would be shown, so a blank of no width divides what would be a tag. Both are harmless wherever
 * Teams itself sees code, and depend only on what stands before: while an answer is written, each text begins with the last.
 */
export function safeText(text: string): Markdown {
  let fence = '';
  let isSpan = false;
  return text.replace(PIECES, (piece, at: number) => {
    const isCode = fence !== '' || isSpan;
    switch (piece) {
      case '\n':
        isSpan = false;
        return piece;
      case '`':
        isSpan = fence === '' && !isSpan;
        return piece;
      case '![':
        return isCode ? `!${INVISIBLE_BLANK}[` : '!\\[';
      case '<':
        if (!isCode) return '&lt;';
        return TAG_START.test(text[at + 1] ?? '') ? `<${INVISIBLE_BLANK}` : piece;
      default:
        if (fence === '') fence = piece.trim();
        else if (fence === piece.trim()) fence = '';
        return piece;
    }
  }) as Markdown;
}

/** As much of an answer as Teams is shown while it is written; each longer text begins with it. */
export function textSoFar(text: string): Markdown {
  return firstPart(text).text;
}

/** The first part of an answer, and whether there is more. */
export function firstPart(text: string): { text: Markdown; cut: boolean } {
  // Escaping makes it longer only: what is beyond need not be looked at.
  const safe = safeText(text.slice(0, MAX_TEXT));
  const first = truncate(safe, MAX_TEXT) as Markdown;
  return { text: first, cut: text.length > MAX_TEXT || safe.length > MAX_TEXT };
}
