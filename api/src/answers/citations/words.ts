/** Scripts whose words have few characters. */
const DENSE = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** A number with separators of groups or decimals: `1,234.50`, `1 234,5`, `25.5`. */
const NUMBER = /\d{1,3}(?:[ \u00a0\u202f'’]\d{3}){1,5}(?:[.,]\d{1,15})?|\d[\d.,]{0,30}/g;

/** The words of a text that carry its content: long words and numbers, each number as it is written in English. */
export function getContentWords(text: string): Set<string> {
  const words = new Set<string>();
  const rest = text.replace(NUMBER, (written) => {
    const number = toNumber(written);
    if (number === null) return written;
    words.add(String(number));
    return ' ';
  });
  for (const { segment, isWordLike } of wordSegmenter.segment(rest.toLocaleLowerCase('en'))) {
    if (isWordLike && (segment.length > 3 || /\d/.test(segment) || DENSE.test(segment))) words.add(segment);
  }
  return words;
}

/** A written number; null if it is none, such as a version. A single comma or point before three digits separates groups. */
function toNumber(written: string): number | null {
  const text = written.replace(/[.,]{1,3}$/, '').replace(/[ \u00a0\u202f'’]/g, '');
  const separators = [...new Set(text.match(/[.,]/g))];
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const isGrouped = /^\d{1,3}(?:[.,]\d{3}){1,8}$/.test(text) && separators.length === 1 && !text.startsWith('0');
  if (last < 0 || isGrouped) return Number(text.replace(/[.,]/g, ''));
  const whole = text.slice(0, last).replace(/[.,]/g, '');
  const isDecimal = separators.length === 1 ? text.indexOf(text[last]!) === last : true;
  return isDecimal && whole !== '' ? Number(`${whole}.${text.slice(last + 1)}`) : null;
}

/** Share of these words that are among others, from 0 to 1. */
export function measureOverlap(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  const isAmong = createWordMatcher(others);
  return [...words].filter(isAmong).length / words.size;
}

/** The beginning that forms of one word share at least. */
const MIN_STEM_LENGTH = 5;
/** Share of the longer form that they share at least: "approves" and "approval", not "international" and "internal". */
const MIN_STEM_SHARE = 0.6;

/** Returns whether a word, or another form of it, is among others. Numbers have one form. */
export function createWordMatcher(others: ReadonlySet<string>): (word: string) => boolean {
  const byStem = Map.groupBy(others, (other) => other.slice(0, MIN_STEM_LENGTH));
  return (word) =>
    others.has(word) ||
    (word.length >= MIN_STEM_LENGTH &&
      !/\d/.test(word) &&
      (byStem.get(word.slice(0, MIN_STEM_LENGTH)) ?? []).some((other) => isSameWord(word, other)));
}

function isSameWord(first: string, second: string): boolean {
  const longer = Math.max(first.length, second.length);
  let shared = 0;
  while (shared < first.length && first[shared] === second[shared]) shared += 1;
  return shared >= Math.max(MIN_STEM_LENGTH, MIN_STEM_SHARE * longer);
}

/** Whether a word is a number. */
export const isNumber = (word: string): boolean => /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(word);
