import { locationLabel } from '#contract/files/locations.ts';
import { guessLanguage } from '#platform/detectLanguage.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { isComputed } from './computedNumbers.ts';
import { isNamedTime, readDates, type NamedTime } from './dates.ts';
import { findUnitFactors, isRoundedAfter, isSameFigure, NEGATIVE, readFigures, type Figure } from './figures.ts';
import { readCapitals, readNames } from './names.ts';
import { getPassageFacts, toComparable, type PassageFacts, type SentenceFacts } from './passageFacts.ts';
import { PLACE, separateQuotes, type Statement } from './statements.ts';
import { compareWords, MIN_OVERLAP, type Wording } from './wording.ts';
import { createWordMatcher } from './words.ts';

/**
 * What a passage is for a statement. `wordForWord`: it has its words; `same`: it has its numbers, dates and names, and enough
 * of its words; `otherFacts`: it lacks a number, a date or a name; `otherWords`: too few of the words are the same.
 */
export type Support = 'wordForWord' | 'same' | 'otherFacts' | 'otherWords';

/** The same if a number, a date or a name of the statement is in the passage. */
const MIN_OVERLAP_WITH_FACTS = 0.25;
/** Numbers of one statement that are looked for. The limit bounds the cost of a statement that lists numbers. */
const MAX_FIGURES = 100;
/** A table of 1,000 numbers and its sums. Comparing more numbers would hold up the answers of other people. */
const MAX_COMPARISONS = 1_000_000;
const MAX_COUNT = 20;
/** Fewer characters are found in a passage by chance. */
const MIN_COMPARABLE = 12;
const YEAR = /^(?:19|20)\d\d$/;
const SHARE = /[%％]|percent|per cent|prozent|pour cent|por ciento|per mille|процент/iu;

/** What the statements of one answer are judged with. */
export interface AnswerContext {
  language: string | null;
  /** The passages that the answer cites, by their numbers in it. */
  cited: ReadonlyMap<number, Passage>;
  /** All passages that the model was given. */
  passages: readonly Passage[];
  isKnownName: (word: string) => boolean;
}

export function createAnswerContext(
  answer: string,
  cited: ReadonlyMap<number, Passage>,
  passages: readonly Passage[],
): AnswerContext {
  const language = guessLanguage(answer);
  // In German, all nouns have a capital letter.
  const capitals = [
    ...(language === 'de' ? [] : [readCapitals(answer)]),
    ...passages.map(getPassageFacts).flatMap((facts) => (facts.language === 'de' ? [] : [facts.capitals])),
  ];
  const isKnownName = (word: string) =>
    capitals.some(({ names }) => names.has(word)) &&
    !capitals.some(({ ordinary }) => ordinary.has(word.toLocaleLowerCase('en')));
  return { language, cited, passages, isKnownName };
}

/** Judges whether a passage supports a statement. */
export function judge(statement: Statement, passage: Passage, context: AnswerContext): Support {
  const facts = getPassageFacts(passage);
  const text = removeSource(statement.text, passage);
  if (hasWords(facts, text)) return 'wordForWord';
  const { quotes, rest } = separateQuotes(text);
  const isQuoted = quotes.length > 0 && quotes.every((quote) => hasWords(facts, quote));
  const wording = compareWords(removeSource(statement.sentence, passage), facts, context.language);
  const found = checkFacts({ ...statement, text: isQuoted ? rest : text }, passage, wording, context);
  if (found.kind === 'missing') return 'otherFacts';
  if (isQuoted) return 'wordForWord';
  if (found.kind === 'computed') return 'same';
  if (wording.isOpposite) return 'otherWords';
  // The words of another language are not compared.
  if (!wording.isSameLanguage) return found.count > 0 ? 'same' : 'otherWords';
  if (wording.language === null && found.count > 1) return 'same';
  const least = found.count > 0 ? MIN_OVERLAP_WITH_FACTS : MIN_OVERLAP;
  return Math.max(wording.ofStatement, wording.ofSentence) >= least ? 'same' : 'otherWords';
}

/** A statement without the name of the file and the place, which the passage itself does not say. */
export function removeSource(text: string, { fileName, location, place }: Passage): string {
  const stem = fileName.replace(/\.\w{1,5}$/, '');
  return [fileName, place ?? locationLabel(location), ...(stem.length > 3 ? [`${stem},`] : [])]
    .reduce((rest, source) => (source === '' ? rest : rest.replaceAll(source, ' ')), text)
    .replace(PLACE, ' ');
}

/** Whether a passage has a text word for word, apart from places where the text leaves something out. */
function hasWords({ comparable }: PassageFacts, text: string): boolean {
  let from = 0;
  const parts = text
    .split(/…|\.{3}|\[\s*\]/)
    .map((part) => toComparable(part).replace(/^[.,;:()]{1,3}|[.,;:!?()]{1,5}$/g, ''));
  return (
    parts.join('').length >= MIN_COMPARABLE / (/[^\p{Script=Latin}\p{P}\d]/u.test(parts.join('')) ? 3 : 1) &&
    parts.every((part) => {
      const at = comparable.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    })
  );
}

type FoundFacts =
  { kind: 'missing' } | { kind: 'computed' } | { kind: 'found'; /** How many this passage has. */ count: number };

/** Looks for the numbers, dates and names of a statement in a passage. */
function checkFacts(statement: Statement, passage: Passage, wording: Wording, context: AnswerContext): FoundFacts {
  const { text, marks, isIntroduction } = statement;
  const { language, isSameLanguage } = wording;
  const facts = getPassageFacts(passage);
  const together = [passage, ...marks.flatMap((mark) => context.cited.get(mark) ?? [])].map(getPassageFacts);
  const ofFile = context.passages.filter(({ fileId }) => fileId === passage.fileId).map(getPassageFacts);
  const { times, rest } = readDates(text);
  const hasYear = (year: number) =>
    [...together, ...ofFile].some(
      ({ figures, times: named }) =>
        figures.some(({ values }) => values.includes(year)) ||
        named.some((time) => time.kind === 'date' && time.year === year),
    );
  const isTimeIn = (time: NamedTime, { times: named, figures }: Pick<PassageFacts, 'times' | 'figures'>) =>
    isNamedTime(time, named, hasYear) || isHour(time, figures);
  if (!times.every((time) => together.some((each) => isTimeIn(time, each)))) return { kind: 'missing' };

  const names = isComparableScript(text, facts) ? readNames(rest, language, context.isKnownName) : [];
  const hasName = (word: string) => [...together, ...ofFile].some((each) => hasNamePart(each, word, isSameLanguage));
  if (!names.flat().every(hasName)) return { kind: 'missing' };

  // Before a list, a small number says how many items follow.
  const listStart = isIntroduction ? rest.indexOf('\n') : 0;
  const figures = readFigures(rest, language)
    .filter(({ index, values }) => index >= listStart || values[0]! > MAX_COUNT)
    .slice(0, MAX_FIGURES);
  const isNegative = NEGATIVE.test(statement.sentence);
  const ownFactors = findUnitFactors(rest);
  const isIn = (figure: Figure, of: readonly Figure[], factors: readonly number[]) => {
    const isRounded = isRoundedAfter(rest.slice(Math.max(0, figure.index - 20), figure.index));
    return of.some((other) =>
      isSameFigure(figure, other, { isRounded, isNegative, factors: [...factors, ...ownFactors] }),
    );
  };
  const isInPassage = (figure: Figure, each: PassageFacts) => isIn(figure, each.figures, each.factors);
  const isKnownYear = (figure: Figure) => isYear(figure) && hasYear(figure.values[0]!);
  const unknown = figures.filter(
    (figure) => !together.some((each) => isInPassage(figure, each)) && !isKnownYear(figure),
  );
  if (unknown.length > 0)
    return { kind: isComputedFrom(statement, unknown, facts, context, isInPassage) ? 'computed' : 'missing' };
  const own = figures.filter((figure) => !isYear(figure) && isInPassage(figure, facts));
  const ownTimes = times.filter((time) => isTimeIn(time, facts));
  const isElsewhere =
    own.some((figure) => isAboutSomethingElse((each) => isIn(figure, each.figures, facts.factors), facts, wording)) ||
    ownTimes.some((time) => isAboutSomethingElse((each) => isTimeIn(time, each), facts, wording));
  if (isElsewhere) return { kind: 'missing' };
  const ownNames = names.flat().filter((word) => hasNamePart(facts, word, isSameLanguage));
  return { kind: 'found', count: own.length + ownTimes.length + ownNames.length };
}

const isYear = ({ values, unit }: Figure) => YEAR.test(String(values[0])) && unit === 1;

/**
 * Whether a number or date is only in sentences of a passage that hardly share a word with the statement, although another
 * sentence has most of its words: "30 days of annual leave" where the passage has 28, and 30 days for receipts.
 */
function isAboutSomethingElse(
  hasFact: (sentence: SentenceFacts) => boolean,
  { sentences }: PassageFacts,
  { isSameLanguage, words, closest }: Wording,
): boolean {
  if (!isSameLanguage || !closest || closest.shared.size < 3 || closest.shared.size < 0.6 * words.size) return false;
  const withFact = sentences.filter(hasFact);
  return (
    withFact.length > 0 &&
    withFact.every((sentence) => {
      const shared = [...words].filter(createWordMatcher(sentence.words));
      const adds = shared.some((word) => !closest.shared.has(word));
      return !adds && shared.length < 0.5 * closest.shared.size;
    })
  );
}

const isHour = (time: NamedTime, figures: readonly Figure[]) =>
  time.kind === 'time' && time.minutes % 60 === 0 && figures.some(({ values }) => values.includes(time.minutes / 60));

/** Whether the numbers of a statement are computed from those of the cited passages, of which this passage has one. */
function isComputedFrom(
  { text, before, sentence }: Statement,
  unknown: readonly Figure[],
  facts: PassageFacts,
  { cited, language }: AnswerContext,
  isIn: (figure: Figure, facts: PassageFacts) => boolean,
): boolean {
  const all = [...new Set(cited.values())].map(getPassageFacts);
  const inPassages = all.reduce((count, { figures }) => count + figures.length, 0);
  const readKnown = (part: string) => {
    const stated = readFigures(readDates(part.replace(PLACE, ' ')).rest, language).filter(
      (figure) => !YEAR.test(String(figure.values[0])),
    );
    if (stated.length * inPassages > MAX_COMPARISONS) return [];
    return stated.filter((figure) => all.some((each) => isIn(figure, each)));
  };
  const toSigned = (figures: readonly Figure[]) =>
    figures.map(({ values, sign }) => (sign === 'negative' ? -values[0]! : values[0]!));
  const own = readKnown(text);
  const stated = readKnown(`${before}\n${text}`);
  if (!stated.some((figure) => isIn(figure, facts))) return false;
  const hasShares = SHARE.test(`${before}\n${text}`);
  const canBeNegative = NEGATIVE.test(sentence);
  return unknown.every(({ values, sign, unit }) => {
    const value = sign === 'negative' ? -values[0]! : values[0]!;
    const result = { value, unit, canBeNegative: canBeNegative && sign !== 'negative', hasShares };
    return isComputed(result, toSigned(own)) || isComputed(result, toSigned(stated));
  });
}

/** Names of another script are written in another way, so they are not compared. */
function isComparableScript(text: string, { comparable }: PassageFacts): boolean {
  const isLatin = (part: string) =>
    (part.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 > (part.match(/\p{L}/gu)?.length ?? 0);
  return isLatin(text) && isLatin(comparable.slice(0, 2_000));
}

/** The beginning that a name has in several languages: London and Londres. */
const MIN_NAME_STEM = 4;

function hasNamePart({ hasWord, words, initials }: PassageFacts, word: string, isSameLanguage: boolean): boolean {
  const lower = word.toLocaleLowerCase('en');
  if (
    hasWord(lower) ||
    lower
      .split(/[-&'’.]/)
      .filter(Boolean)
      .every(hasWord)
  )
    return true;
  if (/^\p{Lu}{2,8}$/u.test(word) && initials.includes(lower)) return true;
  return (
    !isSameLanguage &&
    lower.length > MIN_NAME_STEM &&
    [...words].some((other) => other.startsWith(lower.slice(0, MIN_NAME_STEM)))
  );
}
