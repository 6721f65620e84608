/** A word of a text: as written there, lower case, and where it begins. */
export interface Word {
  text: string;
  at: number;
  /** Kept as it is: a number, an id. Other words are stemmed. */
  whole: boolean;
}

/** Letters and digits, with single signs between them as ids, dates, addresses and contractions have them. */
const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-_./:@'’,][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const INNER = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const DIGIT = /\p{N}/u;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const NUMBER = /^\d+(?:[.,]\d+)*$/;
/** French and Italian articles, and what English puts behind its apostrophe. */
const ELISION = /^(?:l|d|j|m|t|s|n|c|qu|dell|all|nell|sull|un)$/;
const ENGLISH_ENDING = /^(?:s|t|re|ve|ll|d|m)$/;
/** Longer runs are no words that anybody asks for: encoded data, mostly. */
const LONGEST = 60;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * The words of a text in order, by Unicode's letters; Chinese, Japanese, Thai and their kin by the segmenter's dictionaries.
 * A run with a digit in it, such as `INV-2026/41`, is a word by itself and its parts are words too.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (UNSPACED.test(run)) words.push(...segmented(run, index));
    else words.push(...spaced(run, index));
  }
  return words.filter((word) => word.text.length <= LONGEST);
}

function segmented(run: string, index: number): Word[] {
  return [...segmenter.segment(run)].flatMap(({ segment, index: at, isWordLike }) =>
    isWordLike ? [{ text: lower(segment), at: index + at, whole: true }] : [],
  );
}

function spaced(run: string, index: number): Word[] {
  const parts = [...run.matchAll(INNER)].map(({ 0: text, index: at }) => ({
    text: lower(text),
    at: index + at,
    whole: DIGIT.test(text),
  }));
  if (DIGIT.test(run) && parts.length > 1) {
    const id = THOUSANDS.test(run) ? run.replaceAll(',', '') : lower(run).replaceAll('’', "'");
    const whole = { text: id, at: index, whole: true };
    return NUMBER.test(run) ? [whole] : [whole, ...parts];
  }
  return /['’]/.test(run) ? withoutApostrophes(parts) : parts;
}

function withoutApostrophes(parts: Word[]): Word[] {
  const kept = parts.filter(({ text }, at) => {
    const last = at === parts.length - 1;
    return !(last && at > 0 && ENGLISH_ENDING.test(text)) && !(!last && ELISION.test(text));
  });
  return kept.length > 0 ? kept : parts;
}

function lower(text: string): string {
  return text.toLowerCase().normalize('NFKC');
}

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** Without accents, so that `résumé` is found by `resume`. Marks of scripts other than Latin, Greek and Cyrillic stay. */
export function plain(word: string): string {
  if (/^[a-z0-9]+$/.test(word)) return word;
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}
