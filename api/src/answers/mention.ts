import { MENTION_SEPARATOR } from '#contract/sites/sites.ts';

/**
 * Removes mentions of sites, such as `[Finance], [HR]`, from the start of a question: they say where to search and are no part of
 * the question. A text that is only a mention stays.
 */
export function removeMentions(text: string, siteNames: readonly string[]): string {
  let rest = text;
  for (;;) {
    const next = rest.replace(MENTION_SEPARATOR, '');
    const shorter = siteNames.reduce(removeMention, next);
    if (shorter === next) return rest;
    rest = shorter;
  }
}

/** Removes one mention from the start of a text. */
export function removeMention(text: string, name: string): string {
  const mention = `[${name}]`;
  const start = text.trimStart();
  if (start.slice(0, mention.length).toLowerCase() !== mention.toLowerCase()) return text;
  return start.slice(mention.length).trim() || text;
}
