import { pageNumber, locationLabel, type TextPart } from '#contract/files/locations.ts';

/** A match in a file: the part, and the range of the passage in it if it was found. */
export interface PassageMatch {
  part: number;
  range: { from: number; to: number } | null;
}

/** A passage to find, with its cited page or location. */
export interface PassageQuery {
  page?: number;
  location?: string;
  quote?: string;
}

/** Number of first words that are searched if the whole quote is not found. Fewer words would be too common. */
const MIN_PREFIX_WORDS = 6;

/**
 * Finds a quote in the parts of a file, starting with the cited page or location. White space and typographic
 * characters can differ between the document and the model's quote. Without a match, returns the cited part without a
 * range; `null` if there is no such part.
 */
export function findPassage(parts: readonly TextPart[], look: PassageQuery): PassageMatch | null {
  const onPage = parts.findIndex(({ location }) =>
    look.page === undefined ? locationLabel(location) === look.location : pageNumber(location) === look.page,
  );
  const order = [...parts.keys()].toSorted((a, b) => Number(b === onPage) - Number(a === onPage));
  for (const pattern of toPatterns(look.quote ?? '')) {
    for (const part of order) {
      const match = pattern.exec(parts[part]?.text ?? '');
      if (match) return { part, range: { from: match.index, to: match.index + match[0].length } };
    }
  }
  return onPage === -1 ? null : { part: onPage, range: null };
}

/** Patterns for the whole quote and, because a quote can continue on the next page, for its first words. */
function toPatterns(quote: string): RegExp[] {
  const words = quote.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const patterns = [toPattern(words)];
  if (words.length > MIN_PREFIX_WORDS) patterns.push(toPattern(words.slice(0, MIN_PREFIX_WORDS)));
  return patterns;
}

const typographicVariants: [RegExp, string][] = [
  [/['‘’]/g, "['‘’]"],
  [/["“”]/g, '["“”]'],
  [/[-‐‑–—]/g, '[-‐‑–—]'],
];

function toPattern(words: readonly string[]): RegExp {
  const escaped = words.map((word) =>
    typographicVariants.reduce(
      (text, [sign, any]) => text.replace(sign, any),
      word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    ),
  );
  return new RegExp(escaped.join('\\s+'), 'iu');
}
