/** A word of a text in lower case, and where it starts. */
export interface Word {
  text: string;
  index: number;
  /** Whether the word is indexed as it is, like a number or an id. Other words are stemmed. */
  isExact: boolean;
}

/** Letters and digits, joined by single characters as in ids, dates, addresses and contractions. */
const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-_./:@'’,][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const INNER = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const DIGIT = /\p{N}/u;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const NUMBER = /^\d+(?:[.,]\d+)*$/;
/** A year with the letters of its period before or after it, such as `fy2017`, `fy17` or `2017q3`. */
const PERIOD = /^(?:(fy|cy|q[1-4]|h[12])((?:19|20)?\d{2})|((?:19|20)\d{2})(fy|q[1-4]|h[12]))$/;
/** French and Italian words that are shortened before an apostrophe. */
const ELISION = /^(?:l|d|j|m|t|s|n|c|qu|dell|all|nell|sull|un)$/;
const ENGLISH_ENDING = /^(?:s|t|re|ve|ll|d|m)$/;
/** Longer words are usually encoded data, so they are not indexed. */
const MAX_WORD_LENGTH = 60;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Splits a text into words by Unicode's letters, and by dictionaries for scripts without spaces. An id such as
 * `INV-2026/41` is a word, and its parts are words too.
 */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (UNSPACED.test(run)) words.push(...splitUnspaced(run, index));
    else words.push(...splitSpaced(run, index));
  }
  return words.filter((word) => word.text.length <= MAX_WORD_LENGTH);
}

function splitUnspaced(run: string, start: number): Word[] {
  return [...segmenter.segment(run)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ text: toLower(segment), index: start + index, isExact: true }] : [],
  );
}

function splitSpaced(run: string, start: number): Word[] {
  const parts = [...run.matchAll(INNER)].map(({ 0: text, index }) => ({
    text: toLower(text),
    index: start + index,
    isExact: DIGIT.test(text),
  }));
  if (DIGIT.test(run) && parts.length > 1) {
    const text = THOUSANDS.test(run) ? run.replaceAll(',', '') : toLower(run).replaceAll('’', "'");
    const id = { text, index: start, isExact: true };
    return NUMBER.test(run) ? [id] : [id, ...parts];
  }
  const words = /['’]/.test(run) ? removeContractions(parts) : parts;
  return words.flatMap(addPeriod);
}

/** Reports write `FY2017` or `2017Q3`, but people ask for 2017 or "the third quarter (Q3) of 2017". */
function addPeriod(word: Word): Word[] {
  const [, before, yearAfter, yearBefore, after] = PERIOD.exec(word.text) ?? [];
  const year = yearAfter ?? yearBefore;
  if (year === undefined) return [word];
  const quarter = (before ?? after ?? '').replace(/^[fc]y$/, '');
  const added = [year.length === 2 ? `20${year}` : year, ...(quarter === '' ? [] : [quarter])];
  return [word, ...added.map((text) => ({ ...word, text }))];
}

/** Removes the shortened words of French and Italian before an apostrophe, and English endings after one. */
function removeContractions(parts: Word[]): Word[] {
  const kept = parts.filter(({ text }, index) => {
    const isLast = index === parts.length - 1;
    return !(isLast && index > 0 && ENGLISH_ENDING.test(text)) && !(!isLast && ELISION.test(text));
  });
  return kept.length > 0 ? kept : parts;
}

function toLower(text: string): string {
  return text.toLowerCase().normalize('NFKC');
}

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** Removes accents, so that `resume` finds `résumé`. Marks of scripts other than Latin, Greek and Cyrillic stay. */
export function removeAccents(word: string): string {
  if (/^[a-z0-9]+$/.test(word)) return word;
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}
