import { splitWords } from '../text/words.ts';
import type { Question } from './question.ts';
import type { Word } from '../text/words.ts';

/**
 * Whether a sentence is about something with a similar name: the question names Saint Odran Light, the sentence Saint
 * Oran Light. The sentence then contains the word that follows the name, but another name before it.
 */
export function isAboutNamesake(sentence: string, { text, names }: Question): boolean {
  const questionWords = splitWords(text);
  const nameByNextTerm = new Map(
    questionWords.flatMap((word, index): [string, string][] => {
      const previous = questionWords[index - 1];
      return previous && names.has(previous.term) && isCapitalized(previous) ? [[word.term, previous.folded]] : [];
    }),
  );
  if (nameByNextTerm.size === 0) return false;
  const words = splitWords(sentence);
  const hasSameName = new Map<string, boolean>();
  for (const [index, word] of words.entries()) {
    const previous = words[index - 1];
    if (!previous || !nameByNextTerm.has(word.term) || !isCapitalized(previous)) continue;
    const isSameName = previous.folded === nameByNextTerm.get(word.term);
    hasSameName.set(word.term, hasSameName.get(word.term) === true || isSameName);
  }
  return [...hasSameName.values()].includes(false);
}

function isCapitalized(word: Word): boolean {
  return !word.isStopWord && /^\p{Lu}/u.test(word.text);
}

const SPATIAL_WORDS = new Set('below above outside near beside behind opposite around to towards from'.split(' '));
const ARTICLE = /^(?:the|an?)$/;

/** 1 if a sentence is about something near a name of the question, not the name itself: the path to it. */
export function scoreSurroundings(sentence: string, { text, names }: Question): number {
  return namesSurroundings(sentence, names) && !namesSurroundings(text, names) ? 1 : 0;
}

function namesSurroundings(sentence: string, names: ReadonlySet<string>): boolean {
  const words = splitWords(sentence).filter(({ folded }) => !ARTICLE.test(folded));
  const index = words.findIndex((word) => names.has(word.term) && isCapitalized(word));
  return index > 0 && SPATIAL_WORDS.has(words[index - 1]?.folded ?? '');
}
