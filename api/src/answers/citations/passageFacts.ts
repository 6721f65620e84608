import { locationLabel } from '#contract/files/locations.ts';
import { detectLanguage } from '#platform/detectLanguage.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { readDates, type NamedTime } from './dates.ts';
import { findUnitFactors, readFigures, type Figure } from './figures.ts';
import { readCapitals, type Capitals } from './names.ts';
import { createWordMatcher, getContentWords, isNumber } from './words.ts';

export interface SentenceFacts {
  text: string;
  /** Its words without numbers. */
  words: ReadonlySet<string>;
  figures: readonly Figure[];
  times: readonly NamedTime[];
}

/** What the text of a passage says, as far as it can be compared. */
export interface PassageFacts {
  language: string | null;
  /** The text as `toComparable` makes it. */
  comparable: string;
  figures: readonly Figure[];
  /** The words with a capital letter inside a sentence, and those that begin with a small letter. */
  capitals: Capitals;
  times: readonly NamedTime[];
  /** Factors of the units that the text names: 1,000 for "in thousands". */
  factors: readonly number[];
  words: ReadonlySet<string>;
  hasWord: (word: string) => boolean;
  /** Its sentences and rows, each with what it says. */
  sentences: readonly SentenceFacts[];
  /** The first letters of words that follow each other, for abbreviations. */
  initials: string;
}

const known = new WeakMap<Passage, PassageFacts>();

/** Reads a passage once, with the name of its file and its place, which say what its text is about. */
export function getPassageFacts(passage: Passage): PassageFacts {
  const facts = known.get(passage) ?? readFacts(passage);
  known.set(passage, facts);
  return facts;
}

function readFacts({ text, fileName, location, place }: Passage): PassageFacts {
  const language = detectLanguage(text);
  const isSeparated = location.kind === 'rows';
  const about = `${fileName.replace(/\.\w{1,5}$/, '').replace(/[_-]/g, ' ')}\n${place ?? locationLabel(location)}`;
  const whole = `${about}\n${text}`;
  const { times, rest } = readDates(whole, true);
  const words = getContentWords(whole);
  return {
    language,
    comparable: toComparable(text),
    figures: readAll(rest, language, isSeparated).concat(toHours(times)),
    capitals: readCapitals(text),
    times,
    factors: findUnitFactors(whole),
    sentences: text
      .split(/(?<=[.!?。！？])\s|\n(?=[|•\-*])|(?<=\|)\n|\n\n/)
      .map((sentence) => readSentence(sentence, language, isSeparated)),
    words,
    hasWord: createWordMatcher(new Set([...words].filter((word) => !isNumber(word)).concat(getShortWords(whole)))),
    initials: (whole.match(/\p{L}{1,40}/gu) ?? []).map((word) => word.charAt(0).toLowerCase()).join(''),
  };
}

function readSentence(text: string, language: string | null, isSeparated: boolean): SentenceFacts {
  const { times, rest } = readDates(text, true);
  const words = new Set([...getContentWords(text)].filter((word) => !isNumber(word)));
  return { text, words, figures: readAll(rest, language, isSeparated).concat(toHours(times)), times };
}

/** Words of two and three letters, which names can have. */
const getShortWords = (text: string) => text.toLocaleLowerCase('en').match(/(?<!\p{L})\p{L}{2,3}(?!\p{L})/gu) ?? [];

/** The numbers of a text. Those of separated values can look like one number: `February,41,615`. */
const readAll = (text: string, language: string | null, isSeparated: boolean): Figure[] => [
  ...markAccounts(readFigures(text, language), text),
  ...(isSeparated ? readFigures(text.replace(/[,;\t]/g, ' ; '), language) : []),
];

/** In a row of an account, parentheses mean a negative number: `| Result | (56) |`, `Result (56) 12`. */
function markAccounts(figures: readonly Figure[], text: string): Figure[] {
  return figures.map((figure) => {
    if (figure.sign !== 'either') return figure;
    const start = text.lastIndexOf('\n', figure.index) + 1;
    const end = text.indexOf('\n', figure.index);
    const line = text.slice(start, end < 0 ? undefined : end).trim();
    const isRow = line.startsWith('|') || (line.length < 200 && !/[.!?;:,]$/.test(line));
    return { ...figure, sign: isRow ? 'negative' : 'either' };
  });
}

/** The hours of times, which an answer can name without minutes: `from 10 to 15`. */
function toHours(times: readonly NamedTime[]): Figure[] {
  const hours = times.flatMap((time) => (time.kind === 'time' ? [time.minutes / 60, (time.minutes / 60) % 12] : []));
  return readFigures(hours.filter(Number.isInteger).join('; '), null);
}

const HYPHENATED = /(?<=\p{Ll})[-‐\u00ad]\n\s{0,20}(?=\p{Ll})/gu;

/** A text in lower case without white space, marks of Markdown and tables, and kinds of dashes and quotation marks. */
export function toComparable(text: string): string {
  return text
    .replace(HYPHENATED, '')
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .replace(/[\s|*_`#\u00ad\p{Pd}“”„‟«»"‘’‚‛`´']/gu, '');
}
