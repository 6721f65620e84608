import { listMarkedLines } from '#contract/text/excerptText.ts';
import { pageNumber, locationLabel, type TextPart } from '#contract/files/locations.ts';

/** A match in a file: the part, and the ranges of what was found in it, in their order. */
export interface PassageMatch {
  part: number;
  ranges: { from: number; to: number }[];
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
 * Finds the sentences, items or rows of a quote in the parts of a file, starting with the cited page or location. White space
 * and typographic characters can differ between the document and the model's quote. Without a match, returns the cited part
 * without ranges; `null` if there is no such part.
 */
export function findPassage(parts: readonly TextPart[], look: PassageQuery): PassageMatch | null {
  const onPage = parts.findIndex(({ location }) =>
    look.page === undefined ? locationLabel(location) === look.location : pageNumber(location) === look.page,
  );
  const order = [...parts.keys()].toSorted((a, b) => Number(b === onPage) - Number(a === onPage));
  const lines = listMarkedLines(look.quote ?? '');
  const patterns = lines.map(toPatterns);
  // A passage of several lines can be found in one piece; its lines alone can be too short to be found in the right place.
  for (const [wanted, isWhole] of [
    [[toPatterns(lines.join(' '))], true],
    [patterns, true],
    [patterns, false],
  ] as const) {
    for (const part of order) {
      const ranges = findRanges(parts[part]?.text ?? '', wanted, isWhole);
      if (ranges.length > 0) return { part, ranges };
    }
  }
  return onPage === -1 ? null : { part: onPage, ranges: [] };
}

/** @param isWhole whether lines are looked for as a whole only, without their first words */
function findRanges(text: string, lines: readonly RegExp[][], isWhole: boolean): PassageMatch['ranges'] {
  const found = lines.flatMap((patterns) => {
    const match = patterns
      .slice(0, isWhole ? 1 : undefined)
      .reduce<RegExpExecArray | null>((first, pattern) => first ?? pattern.exec(text), null);
    return match ? [{ from: match.index, to: match.index + match[0].length }] : [];
  });
  const ranges: PassageMatch['ranges'] = [];
  for (const range of found.toSorted((a, b) => a.from - b.from)) {
    if (range.from >= (ranges.at(-1)?.to ?? 0)) ranges.push(range);
  }
  return ranges;
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
