/** Longer than anybody reads in a chat, and with its card well below what Teams takes; the rest is in the tab. */
export const MAX_TEXT = 12_000;

const EMBEDDING_TAG = /<(?=\/?(?:img|picture|video|audio|source|iframe|object|embed|svg|link|style|script)\b)/gi;
/** What may still become such a tag. */
const HALF_TAG = /<\/?\w{0,8}$/;

/**
 * Text of an answer as Teams may show it: nothing in it loads anything from anywhere. An image stays readable as the
 * Markdown it was.
 */
export function safeText(text: string): string {
  return text.replace(/!\[/g, '!\\[').replace(EMBEDDING_TAG, '&lt;');
}

/** As much of an answer as Teams is shown while it is written; each longer text begins with it. */
export function textSoFar(text: string): string {
  return cutAt(safeText(text.replace(HALF_TAG, '')));
}

/** The first part of an answer, and whether there is more. */
export function firstPart(text: string): { text: string; cut: boolean } {
  const safe = safeText(text);
  return { text: cutAt(safe), cut: safe.length > MAX_TEXT };
}

/** Never in the middle of a character. */
function cutAt(text: string): string {
  return text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '');
}
