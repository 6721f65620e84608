import { diffArrays } from 'diff';

/** Limits for texts that are compared on the page's only thread; beyond them, marks would hardly help. */
const MAX_COMPARED = 60_000;
const MAX_CHANGES = 800;

/** A piece of a text. */
export interface Part {
  text: string;
  isChanged: boolean;
}

/** Two texts, each with the words that the other lacks. */
export interface ChangedWords {
  earlier: Part[];
  later: Part[];
}

// Word breaks of Unicode, because Chinese and Japanese have no blanks.
const segmenter = new Intl.Segmenter('en-US', { granularity: 'word' });
const split = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Finds the words that differ. Null if the texts are the same, too long, or hardly share anything. */
export function findChangedWords(earlier: string, later: string): ChangedWords | null {
  if (earlier === later || earlier.length + later.length > MAX_COMPARED) return null;
  const changes = diffArrays(split(earlier), split(later), { maxEditLength: MAX_CHANGES });
  if (!changes) return null;
  const toPart = ({ value, added, removed }: (typeof changes)[number]): Part => ({
    text: value.join(''),
    isChanged: added || removed,
  });
  return {
    earlier: changes.filter(({ added }) => !added).map(toPart),
    later: changes.filter(({ removed }) => !removed).map(toPart),
  };
}
