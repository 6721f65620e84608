import { listMarkedLines } from '#contract/text/excerptText.ts';

/** Range of characters in a text item of a page; `to` is exclusive. */
export interface ItemRange {
  item: number;
  from: number;
  to: number;
}

/**
 * If the whole quote is not found, this many of its first characters are searched for. Only for quotes of at least twice
 * this length: the start of a shorter one would be found in wrong places too.
 */
const MIN_PREFIX_CHARACTERS = 30;

/** The cells of a row are apart on a page. */
const CELL_BORDER = /(?<!\\)\||\\(?=\|)|<br ?\/?>/gi;

/** Finds each sentence, item or row of an excerpt on a page, in the order of the page. */
export function findExcerptInPage(items: readonly string[], excerpt: string): ItemRange[] {
  const lines = listMarkedLines(excerpt);
  // A passage of several lines can be found in one piece; its lines alone can be too short to be found in the right place.
  const whole = lines.some((line) => line.startsWith('|')) ? [] : findInPage(items, lines.join(' '), true);
  if (whole.length > 0) return whole;
  return lines
    .flatMap((line) => findInPage(items, line.startsWith('|') ? line.replace(CELL_BORDER, ' ') : line))
    .toSorted((a, b) => a.item - b.item || a.from - b.from)
    .reduce<ItemRange[]>((ranges, range) => {
      const last = ranges.at(-1);
      if (last?.item === range.item && range.from <= last.to) last.to = Math.max(last.to, range.to);
      else ranges.push({ ...range });
      return ranges;
    }, []);
}

interface PageCharacter {
  character: string;
  item: number;
  index: number;
}

/**
 * Finds a quote in the text items of a page. Ignores spaces, hyphens and kinds of quotation marks, because a page
 * breaks words and lines where a quote does not. Without a full match, searches for the quote's beginning, since it can
 * continue on the next page.
 * @param isWhole whether only the whole quote is searched for
 * @returns one range per item; empty without a match
 */
export function findInPage(items: readonly string[], quote: string, isWhole = false): ItemRange[] {
  const characters = items.flatMap((text, item) => toCharacters(text, item));
  const page = characters.map(({ character }) => character).join('');
  const target = toCharacters(quote, 0)
    .map(({ character }) => character)
    .join('');
  if (target === '') return [];
  const position = page.indexOf(target);
  if (position >= 0) return toRanges(characters.slice(position, position + target.length));
  if (isWhole) return [];
  const from = target.length < 2 * MIN_PREFIX_CHARACTERS ? -1 : page.indexOf(target.slice(0, MIN_PREFIX_CHARACTERS));
  return from < 0 ? [] : toRanges(characters.slice(from, from + commonLength(page.slice(from), target)));
}

/** Length of the common prefix. */
function commonLength(first: string, second: string): number {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length += 1;
  return length;
}

/** Normalized characters, each with its position in the item. */
function toCharacters(text: string, item: number): PageCharacter[] {
  const characters: PageCharacter[] = [];
  let index = 0;
  for (const character of text) {
    // A ligature becomes several letters at the same position.
    const plain = character
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{Pd}\u00ad]/gu, '');
    for (const part of normalizeQuotes(plain)) characters.push({ character: part, item, index });
    index += character.length;
  }
  return characters;
}

function normalizeQuotes(text: string): string[] {
  // Split into code units, so that positions in the joined text match the list.
  return text
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .split('');
}

function toRanges(characters: readonly PageCharacter[]): ItemRange[] {
  const ranges: ItemRange[] = [];
  for (const { item, index } of characters) {
    const last = ranges.at(-1);
    if (last?.item === item) last.to = index + 1;
    else ranges.push({ item, from: index, to: index + 1 });
  }
  return ranges;
}
