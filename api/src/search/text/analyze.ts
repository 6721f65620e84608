import type { Store } from '#api/storage/store.ts';
import { detectLanguage, type Language } from './detectLanguage.ts';
import { removeAccents, splitWords, type Word } from './words.ts';

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
  /** In order, without stop words. */
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
  const textLanguage =
    language ??
    detectLanguage(
      words.map((word) => word.text),
      fallback,
    );
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
