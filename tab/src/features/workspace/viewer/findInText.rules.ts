import { pageNumber, locationLabel, type TextPart } from '../../../../../api/contract/locations.ts';

/** Where to look in a file: a part, and in it the characters of the passage where they were found. */
export interface Passage {
  part: number;
  range: { from: number; to: number } | null;
}

/** What to look for: a passage, and where it is said to stand: its page, or its place in words. */
export interface Look {
  page?: number;
  place?: string;
  quote?: string;
}

/** A quote of fewer words is too likely to stand elsewhere to be looked for with its end left out. */
const ENOUGH_WORDS = 6;

/**
 * Finds a quote in the parts of a file, on its page or at its place first. White space and typographic marks may differ, as they do
 * between what a document stores and what a model writes. Without a match it is the place alone; `null` for neither.
 */
export function findPassage(parts: readonly TextPart[], look: Look): Passage | null {
  const onPage = parts.findIndex(({ place }) =>
    look.page === undefined ? locationLabel(place) === look.place : pageNumber(place) === look.page,
  );
  const order = [...parts.keys()].toSorted((a, b) => Number(b === onPage) - Number(a === onPage));
  for (const pattern of patternsOf(look.quote ?? '')) {
    for (const part of order) {
      const match = pattern.exec(parts[part]?.text ?? '');
      if (match) return { part, range: { from: match.index, to: match.index + match[0].length } };
    }
  }
  return onPage === -1 ? null : { part: onPage, range: null };
}

/** The whole quote first, then its first words, for a quote that runs over the end of a page. */
function patternsOf(quote: string): RegExp[] {
  const words = quote.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const patterns = [patternOf(words)];
  if (words.length > ENOUGH_WORDS) patterns.push(patternOf(words.slice(0, ENOUGH_WORDS)));
  return patterns;
}

const alike: [RegExp, string][] = [
  [/['‘’]/g, "['‘’]"],
  [/["“”]/g, '["“”]'],
  [/[-‐‑–—]/g, '[-‐‑–—]'],
];

function patternOf(words: readonly string[]): RegExp {
  const escaped = words.map((word) =>
    alike.reduce((text, [sign, any]) => text.replace(sign, any), word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  );
  return new RegExp(escaped.join('\\s+'), 'iu');
}
