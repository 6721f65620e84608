import { readNumberWords } from './numberWords.ts';

/** A number of a text. */
export interface Figure {
  /** What it can mean: `1.234` is 1,234 in German and a little more than 1 in English. */
  values: number[];
  /** `either`: parentheses mean a negative number in accounts, and nothing in a sentence. */
  sign: 'positive' | 'negative' | 'either';
  /** Value of one unit of its last digit: 0.1 for `3.9`, 100,000 for `1.2 million`. */
  unit: number;
  /** The same without the zeros at its end: 1,000 for `12,000`. */
  roughUnit: number;
  isPercent: boolean;
  /** Whether a word such as "million" follows it. */
  isScaled: boolean;
  currency: string | null;
  index: number;
}

/** A number with separators of groups or decimals: `1,234.50`, `1 234,5`, `25.5`, `.5`. */
const NUMBER = /\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3}){1,5}(?!\d)(?:[.,]\d{1,15})?|\d[\d.,]{0,30}/g;
const MINUS = /(?:^|[\s(|:;=\u00a0])(?:[-−–‑]|minus )[€$£¥]?$/i;
const CURRENCY_BEFORE = /([€$£¥]|EUR|USD|GBP|CHF|JPY) ?$/i;
const CURRENCY_AFTER = /^[ \u00a0]?([€$£¥]|EUR\b|USD\b|GBP\b|CHF\b|JPY\b|euros?\b|dollars?\b|pounds?\b|yen\b)/i;
const PERCENT_AFTER =
  /^[ \u00a0\u202f]?(?:[%％٪]|per ?cent|prozent|pour ?cent|por ciento|por cento|percentuale|процент)/iu;
const currencies: Readonly<Record<string, string>> = {
  '€': 'eur',
  euro: 'eur',
  $: 'usd',
  dollar: 'usd',
  '£': 'gbp',
  pound: 'gbp',
  '¥': 'jpy',
  yen: 'jpy',
};

const scales: readonly [factor: number, word: RegExp][] = [
  [1e3, /^(?:[kK](?![\p{L}\p{N}])|[ \u00a0]?(?:thousand|tausend|tsd\b|mille\b|mil\b(?! mil)|duizend|тыс)|[千])/iu],
  [
    1e6,
    /^(?:[mM](?:io|n|ln)?(?![\p{L}\p{N}²³])|[ \u00a0]?(?:million|mio\b|mln\b|mn\b|millones|millón|milh|milion|miljoen|миллион|млн)|百万)/iu,
  ],
  [
    1e9,
    /^(?:(?:bn|[bB])(?![\p{L}\p{N}])|[ \u00a0]?(?:billion(?!en)|bn\b|mrd\b|milliard|miliard|mil millones|bilh|миллиард|млрд)|十亿)/iu,
  ],
  [1e4, /^[万萬만]/u],
  [1e8, /^[亿億억]/u],
];

const DIGIT_ZEROS = [0x660, 0x6f0, 0x966, 0xff10];

/** Digits of other scripts as those of ASCII; positions stay the same. */
export const toAsciiDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - DIGIT_ZEROS.findLast((zero) => zero <= code)!);
  });

/**
 * The numbers of a text in digits or words. Dates and times are those of `readDates`, which blanks them out.
 * @param language of the text, whose number words are read beside the English ones
 */
export function readFigures(text: string, language: string | null): Figure[] {
  const plain = toAsciiDigits(text);
  const inDigits = [...plain.matchAll(NUMBER)].flatMap(({ 0: written, index }) => {
    const line = { before: plain.slice(Math.max(0, index - 16), index), after: plain.slice(index + written.length) };
    return toFigure(written, index, line.before, line.after.slice(0, 24));
  });
  const inWords = readNumberWords(plain, language).map(({ value, index }): Figure => ({
    values: [value],
    sign: 'positive',
    unit: 1,
    roughUnit: 1,
    isPercent: false,
    isScaled: false,
    currency: null,
    index,
  }));
  return [...inDigits, ...inWords];
}

function toFigure(written: string, index: number, before: string, rest: string): Figure[] {
  // A full stop or comma at its end belongs to the sentence.
  const digits = written.replace(/[.,]{1,3}$/, '');
  const after = written.slice(digits.length) + rest;
  const numbers = toNumbers(digits);
  if (numbers.length === 0) return [];
  const scale = scales.find(([, word]) => word.test(after));
  const factor = scale?.[0] ?? 1;
  const scaleWord = scale?.[1].exec(after)?.[0] ?? '';
  // "5m" can be metres as well.
  const isSure = scaleWord !== 'm' && scaleWord !== 'M' && scaleWord.toLowerCase() !== 'b';
  const values = factor === 1 ? numbers : [...numbers.map((value) => value * factor), ...(isSure ? [] : numbers)];
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const decimals = Number.isInteger(numbers[0]) || last < 0 ? 0 : digits.length - last - 1;
  const unit = factor * 10 ** -decimals;
  const zeros = decimals > 0 ? 0 : (/0{0,12}$/.exec(digits.replace(/\D/g, ''))?.[0].length ?? 0);
  const afterScale = after.slice(scaleWord.length).replace(/^(?:s|es|en|ones|ов|а)\b/u, '');
  const currency =
    CURRENCY_BEFORE.exec(before)?.[1] ??
    CURRENCY_AFTER.exec(afterScale.replace(/^\p{L}{1,6}/u, ''))?.[1] ??
    CURRENCY_AFTER.exec(afterScale)?.[1];
  const isInParentheses = /\([€$£¥]?$/.test(before) && /^ ?%?\)/.test(after);
  return [
    {
      values,
      sign: MINUS.test(before) ? 'negative' : isInParentheses ? 'either' : 'positive',
      unit,
      roughUnit: unit * 10 ** zeros,
      isPercent: PERCENT_AFTER.test(after),
      isScaled: factor > 1,
      currency: currency === undefined ? null : toCurrency(currency),
      index,
    },
  ];
}

function toCurrency(written: string): string {
  const name = written.toLowerCase().replace(/(?<=o|r|d)s$/, '');
  return currencies[name] ?? name;
}

/** What a written number can mean; nothing if it is none, such as a version. */
function toNumbers(written: string): number[] {
  const text = written.replace(/[ \u00a0\u2009\u202f'’]/g, '');
  const separators = [...text.replace(/\d/g, '')];
  if (separators.length === 0) return [Number(text)];
  const last = separators.at(-1)!;
  const at = text.lastIndexOf(last);
  const joined = Number(text.replace(/[.,]/g, ''));
  const decimal = Number(`${text.slice(0, at).replace(/[.,]/g, '')}.${text.slice(at + 1)}`);
  if (separators.length === 1) return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? [joined, decimal] : [decimal];
  if (separators.every((separator) => separator === last))
    return /^\d{1,3}(?:[.,]\d{2,3}){1,10}$/.test(text) && /\d{3}$/.test(text) ? [joined] : [];
  return separators.indexOf(last) === separators.length - 1 ? [decimal] : [];
}

/** Words after which a number is rounded. */
const ROUNDED =
  /(?:about|around|roughly|approximately|approx\.?|nearly|almost|over|under|more than|less than|at least|some|circa|ca\.|etwa|rund|knapp|gut|fast|über|unter|mehr als|weniger als|ungefähr|environ|près de|plus de|moins de|unos|cerca de|casi|más de|menos de|aproximadamente|oltre|quasi|più di|ongeveer|bijna|meer dan|[~≈±<>]) ?[€$£¥]?$/iu;
/** Words that say that a number without a sign is a loss or a decline. */
export const NEGATIVE =
  /\b(?:loss|losses|lost|loses|declin|decreas|fell|falls?\b|fallen|drop|shr[aiu]nk|negative|minus|deficit|outflow|less\b|lower|reduc|down\b|cost|spent|paid|below|short)|verlust|rückgang|gesunken|sank|sinkt|gefallen|fiel|negativ|weniger|minus|fehlbetrag|perte|baisse|recul|négatif|diminu|pérdida|descen|cayó|bajó|perdita|calo|verlies|gedaald|daling/iu;

/** How a number stands in a statement. */
export interface Wording {
  isRounded: boolean;
  /** Whether the sentence speaks of a loss or a decline. */
  isNegative: boolean;
  /** Factors of the units that the texts name, such as 1,000 for "in thousands". */
  factors: readonly number[];
}

export const isRoundedAfter = (before: string): boolean => ROUNDED.test(before);

/** Whether a number of an answer is this number of a file, as far as their formats, units, rounding and signs allow. */
export function isSameFigure(claim: Figure, figure: Figure, { isRounded, isNegative, factors }: Wording): boolean {
  if (claim.currency !== null && figure.currency !== null && claim.currency !== figure.currency) return false;
  const isUnsigned = claim.sign === 'either' || figure.sign === 'either' || isNegative;
  if (claim.sign !== figure.sign && !isUnsigned) return false;
  const tolerance = getTolerance(claim, isRounded);
  const isNear = (value: number, other: number, isFiner: boolean) =>
    Math.abs(value - other) <= 1e-9 * Math.max(1, Math.abs(value)) || (isFiner && Math.abs(value - other) <= tolerance);
  return claim.values.some((value) =>
    figure.values.some((other) => {
      if (isNear(value, other, figure.unit < claim.unit || isRounded)) return true;
      if (claim.isPercent && isNear(value, other * 100, figure.unit * 100 < claim.unit)) return true;
      return factors.some((factor) => isNear(value, other * factor, true) || isNear(value * factor, other, false));
    }),
  );
}

/** How far a number can be from another one that it is the rounded form of. */
function getTolerance({ values, unit, roughUnit, isScaled, isPercent }: Figure, isRounded: boolean): number {
  if (isRounded) return roughUnit / 2;
  // "2 million" says too little to be the rounded form of any number.
  const hasTwoDigits = Math.max(...values) >= 10 * unit;
  return (unit < 1 && hasTwoDigits) || (isScaled && hasTwoDigits) || isPercent ? unit / 2 : 0;
}

const unitFactors: readonly [factor: number, words: RegExp][] = [
  [1e3, /thousand|tausend|\bT(?:€|EUR|SD)|[€$£]k\b|milliers|miles de|'000|\b000s\b|tsd\b|migliaia|тыс/iu],
  [1e6, /million|\bmio\b|\bmn\b|millones|milioni|[€$£]m\b|\bmln\b|млн/iu],
  [1e9, /billion|\bmrd\b|\bbn\b|milliard|miliardi|млрд/iu],
];

/** The factors of the units that a text has in its words. */
export const findUnitFactors = (text: string): number[] =>
  unitFactors.flatMap(([factor, words]) => (words.test(text) ? [factor] : []));
