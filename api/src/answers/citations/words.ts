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
  return words.size === 0 ? 0 : countShared(words, others) / words.size;
}

export function countShared(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return shared;
}

/** Whether a word is a number. */
export const isNumber = (word: string): boolean => /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(word);
