import { splitWords } from '#sandbox/models/extractive/text/words.ts';
import type { Question } from './question.ts';
import type { Word } from '#sandbox/models/extractive/text/words.ts';

/**
 * Whether a sentence is about something with a similar name: Saint Oran Light, not the question's Saint Odran Light.
 * That is so if the word after the name (`Light`) occurs in the sentence, but only after another name (`Oran`).
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

/** 1 if a sentence, unlike the question, is about the surroundings of a named place, such as the path to it; else 0. */
export function scoreSurroundings(sentence: string, { text, names }: Question): number {
  return namesSurroundings(sentence, names) && !namesSurroundings(text, names) ? 1 : 0;
}

function namesSurroundings(sentence: string, names: ReadonlySet<string>): boolean {
  const words = splitWords(sentence).filter(({ folded }) => !ARTICLE.test(folded));
  const index = words.findIndex((word) => names.has(word.term) && isCapitalized(word));
  return index > 0 && SPATIAL_WORDS.has(words[index - 1]?.folded ?? '');
}
