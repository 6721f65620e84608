import { truncate } from '#contract/text/text.ts';
import type { Markdown } from '#bot/text/markdown.ts';
import { toTeamsMarkdown } from '#bot/text/teamsMarkdown.ts';

/**
 * Maximum number of characters of an answer in a message. With its card, such a message stays well below what Teams
 * accepts. The tab shows the whole answer.
 */
export const MAX_TEXT = 12_000;

/**
 * The part of an answer that a message shows, and whether there is more.
 * @param isGrowing whether more text follows; the shown text then only grows, so what later text could change is left out
 */
export function toMessageText(answer: string, isGrowing = false): { text: Markdown; isCut: boolean } {
  // Escaping only makes a text longer, so only the first MAX_TEXT characters can be shown.
  const escaped = toTeamsMarkdown(answer.slice(0, MAX_TEXT), isGrowing && answer.length <= MAX_TEXT);
  const text = truncate(escaped, MAX_TEXT) as Markdown;
  return { text, isCut: answer.length > MAX_TEXT || escaped.length > MAX_TEXT };
}
