import { detectLanguage } from '#platform/detectLanguage.ts';
import type { Store } from '#api/storage/store.ts';
import { removeAccents, splitWords, type Word } from './words.ts';

/** Languages with a Snowball stemmer in PostgreSQL. */
const stemmers = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  sv: 'swedish',
  da: 'danish',
  nb: 'norwegian',
  fi: 'finnish',
  ru: 'russian',
  uk: 'russian',
  el: 'greek',
  ar: 'arabic',
} as const;

/** A language as PostgreSQL names it. In `simple`, words are not stemmed. */
export type Language = (typeof stemmers)[keyof typeof stemmers] | 'simple';

/**
 * The language in which a text is stemmed; `fallback` for one that does not show its language or has no stemmer. A wrong
 * result costs little, because questions are stemmed in the languages of the files.
 */
export function chooseStemmer(text: string, fallback: Language): Language {
  const detected = detectLanguage(text);
  return detected !== null && detected in stemmers ? stemmers[detected as keyof typeof stemmers] : fallback;
}

const MAX_TITLE_LENGTH = 200;

/** The words of a file's name, apart from each other. */
export const toTitle = (fileName: string) =>
  fileName
    .slice(0, MAX_TITLE_LENGTH)
    .replace(/\.\w{1,5}$/, '')
    .replaceAll('_', ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toWellFormed();

/** What is indexed for a word: its stem without accents, or a number or id as it is. */
export interface Term {
  term: string;
  /** The word as it is in the text, in lower case. */
  display: string;
  /** Where the word starts in the text. */
  index: number;
  /** Number of words before it, including stop words. */
  position: number;
}

export interface AnalyzedText {
  language: Language;
  /** The terms of the text in order, without stop words. */
  terms: Term[];
}

/**
 * Splits a text into terms, without the stop words of its language.
 * @param fallback for a text that does not show its language
 * @param language the text's language, if known
 */
export async function analyzeText(
  stems: Store['stems'],
  text: string,
  fallback: Language,
  language?: Language,
): Promise<AnalyzedText> {
  const words = splitWords(text);
  const textLanguage = language ?? chooseStemmer(text, fallback);
  const stemmed = words.filter((word) => !word.isExact).map((word) => word.text);
  const stemByWord = await stems.stem(textLanguage, stemmed);
  const terms = words.flatMap((word, position) => {
    const term = toTerm(word, stemByWord);
    return term === '' ? [] : [{ term, display: word.text, index: word.index, position }];
  });
  return { language: textLanguage, terms };
}

function toTerm(word: Word, stemByWord: ReadonlyMap<string, string>): string {
  return removeAccents(word.isExact ? word.text : (stemByWord.get(word.text) ?? word.text));
}
