/** Characters of one text item of a page: `from` counts, `to` does not. */
export interface ItemRange {
  item: number;
  from: number;
  to: number;
}

/** A quote of fewer characters is too likely to stand elsewhere to be looked for with its end left out. */
const ENOUGH_CHARACTERS = 30;

interface Sign {
  sign: string;
  item: number;
  at: number;
}

/**
 * Finds a quote in the text items of a page. Spaces, hyphens and the kind of quotation marks are left out of account:
 * a page breaks words and lines where a quote does not. Without the whole quote, its beginning is looked for, as of one
 * that goes on over the page.
 * @returns the ranges to mark, one for each item it touches; empty where it does not stand on the page
 */
export function findInItems(items: readonly string[], quote: string): ItemRange[] {
  const signs = items.flatMap((text, item) => signsOf(text, item));
  const page = signs.map(({ sign }) => sign).join('');
  const wanted = signsOf(quote, 0)
    .map(({ sign }) => sign)
    .join('');
  if (wanted === '') return [];
  const whole = page.indexOf(wanted);
  if (whole >= 0) return rangesOf(signs.slice(whole, whole + wanted.length));
  const from = wanted.length < 2 * ENOUGH_CHARACTERS ? -1 : page.indexOf(wanted.slice(0, ENOUGH_CHARACTERS));
  return from < 0 ? [] : rangesOf(signs.slice(from, from + commonLength(page.slice(from), wanted)));
}

/** How far two texts say the same. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** The letters, digits and other signs that count, each with the place it has in its item. */
function signsOf(text: string, item: number): Sign[] {
  const signs: Sign[] = [];
  let at = 0;
  for (const character of text) {
    // A ligature is several letters at one place.
    const plain = character
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{Pd}\u00ad]/gu, '');
    for (const sign of alike(plain)) signs.push({ sign, item, at });
    at += character.length;
  }
  return signs;
}

function alike(text: string): string[] {
  // Code units, so that a place in the joined text is a place in the list.
  return text
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .split('');
}

function rangesOf(signs: readonly Sign[]): ItemRange[] {
  const ranges: ItemRange[] = [];
  for (const { item, at } of signs) {
    const last = ranges.at(-1);
    if (last?.item === item) last.to = at + 1;
    else ranges.push({ item, from: at, to: at + 1 });
  }
  return ranges;
}
