import { MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { toTitleKey } from '#contract/prompts/promptTitle.ts';

const COPY_NUMBER = / \(\d{1,4}\)$/;
/** Characters of ` (1000)`. */
const NUMBER_CHARACTERS = 7;

/** The title of a copy: the original's title, or, if that is taken, the title with a number, such as `Report (2)`. */
export function makeCopyTitle(title: string, titles: readonly string[]): string {
  const base = title
    .trim()
    .replace(COPY_NUMBER, '')
    .slice(0, MAX_TITLE_CHARACTERS - NUMBER_CHARACTERS);
  return findFreeTitle(titles, (number) => (number === 1 ? title : `${base} (${number})`));
}

/** The first of numbered titles, from 1, that is not taken. */
export function findFreeTitle(titles: readonly string[], make: (number: number) => string): string {
  const taken = new Set(titles.map(toTitleKey));
  for (let number = 1; ; number += 1) {
    const title = make(number);
    if (!taken.has(toTitleKey(title))) return title;
  }
}
