/** Whether an answer has the facts: all, some, or none of them. */
export type Judgement = 'right' | 'partly' | 'wrong';

/** 1,234.5 · (12) · 3.4 % · $1.2 billion. A number in brackets is negative in a table, whose columns are separated by blanks. */
const NUMBER =
  /(?<![\p{L}\d.,])[-−]?\d{1,3}(?:[,\u00a0\u202f]\d{3}){1,5}(?:\.\d{1,10})?|(?<![\p{L}\d.,])[-−]?\d{1,15}(?:\.\d{1,10})?/gu;
const SCALE = /^\s?(thousand|million|billion|bn|mn|m|k)\b/i;
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mn: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
};
/** Numbers that differ by less than this share are the same, because answers round. */
const TOLERANCE = 0.005;
/** The number of a citation says nothing about a fact. */
const CITATION = /\[\d{1,3}\]/g;
const SMALL_WORDS = new Set('a an and are at by for from in is it of on or the to was were with'.split(' '));

interface Amount {
  value: number;
  scale: number;
}

/** Judges by rules: the numbers and the words of each fact must be in the answer. */
export function judgeByRules(answer: string, facts: readonly string[]): Judgement {
  const text = answer.replace(CITATION, '');
  const words = new Set(listWords(text));
  const amounts = listAmounts(text);
  const found = facts.filter((fact) => hasFact(fact, words, amounts)).length;
  if (found === facts.length) return 'right';
  return found > 0 ? 'partly' : 'wrong';
}

/** Whether an answer has all numbers and, beside them, the names of a fact. Units can be written in other words. */
function hasFact(fact: string, words: ReadonlySet<string>, amounts: readonly Amount[]): boolean {
  const expected = listAmounts(fact);
  const hasNumbers = expected.every((amount) => amounts.some((other) => isSameAmount(amount, other)));
  const needed = expected.length > 0 ? listNames(fact) : listWords(fact);
  return hasNumbers && needed.every((word) => words.has(word));
}

function listAmounts(text: string): Amount[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const unit = SCALE.exec(text.slice(match.index + match[0].length, match.index + match[0].length + 12))?.[1];
    return {
      value: Math.abs(Number(match[0].replace(/[,\u00a0\u202f]/g, '').replace('−', '-'))),
      scale: SCALES[unit?.toLowerCase() ?? ''] ?? 1,
    };
  });
}

/** A number without a scale can be in the scale of its table: 1,234 for 1,234 million. */
function isSameAmount(first: Amount, second: Amount): boolean {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), 1e-9) || a === b;
  // Years, counts and other whole numbers below 10,000 without a scale are never rounded.
  const isExact = first.scale === 1 && second.scale === 1 && Number.isInteger(first.value) && first.value < 10_000;
  if (isExact) return first.value === second.value;
  const scales = first.scale === 1 || second.scale === 1 ? [1, 1e3, 1e6, 1e9] : [1];
  return scales.some((scale) =>
    first.scale === 1
      ? isNear(first.value * scale, second.value * second.scale)
      : isNear(first.value * first.scale, second.value * second.scale * scale),
  );
}

function listWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).filter((word) => !SMALL_WORDS.has(word));
}

/** Words that begin with a capital letter and have a small one: names and months, not currencies and scales. */
function listNames(text: string): string[] {
  const names = (text.match(/[\p{L}\d]+/gu) ?? []).filter((word) => /^\p{Lu}/u.test(word) && /\p{Ll}/u.test(word));
  return listWords(names.join(' ')).filter((word) => SCALES[word] === undefined);
}
