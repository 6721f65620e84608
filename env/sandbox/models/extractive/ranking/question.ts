import { classifyQuestion } from './questionKind.ts';
import { isEnglish } from '#sandbox/models/extractive/text/stopWords.ts';
import { splitWords } from '#sandbox/models/extractive/text/words.ts';
import type { QuestionKind } from './questionKind.ts';

/** A parsed question. Weights: 1.5 for names, 1 for other words, less for asking words and words of earlier turns. */
export type Question = {
  text: string;
  kind: QuestionKind;
  weights: Map<string, number>;
  /** Terms of the last turn. The other terms in `weights` only give context. */
  ownTerms: ReadonlySet<string>;
  /** Names and numbers. One that occurs in the text matches only itself. */
  names: ReadonlySet<string>;
  /** Pairs of neighboring terms of the last turn. */
  pairs: ReadonlySet<string>;
};

/** Words that occur in questions without being their subject. */
const ASKING_WORDS = new Set(
  (
    'add amount answer answers ask asked brief briefly check colour color come date day days deadline define definition describe description detail details discuss document documents ' +
    'dates exactly explain explanation figure figures file files find give given going happen happens happened help information know list long main many mean meaning means mention month much ' +
    'mentioned name named names need number numbers old one overview page pages passage pdf people person place point ' +
    'points purpose question reason regarding said say says section show shows size spend state stated stand step steps summarise summarize summary talk tell text ' +
    'thing things time title total type types use used want way word words work works write written year years'
  ).split(' '),
);
/** Whether a word occurs in questions without being their subject. */
export function isAskingWord(folded: string): boolean {
  return ASKING_WORDS.has(folded);
}

const ASKING_WEIGHT = 0.25;
const EARLIER_WEIGHTS = [0.4, 0.2];
const NAME_WEIGHT = 1.5;

const REFERS_BACK =
  /\b(?:it|its|they|them|their|those|these|that|this|he|she|him|his|her|there|ones?|same|else|er|sie|es|davon|il|elle|ils|ella|ellos)\b/iu;
const CONTINUES =
  /^\s*(?:and|but|or|also|so|what about|how about|why|when|who|where|how|und|et|y)\b[^?]{0,40}\??\s*$/iu;

/** Whether a turn can only be understood together with earlier turns. */
export function dependsOnEarlierTurns(turn: string): boolean {
  const subjectWords = splitWords(turn).filter((word) => !word.isStopWord && !ASKING_WORDS.has(word.folded));
  return subjectWords.length < 2 || REFERS_BACK.test(turn) || (CONTINUES.test(turn) && subjectWords.length <= 3);
}

/** Parses the last of a person's turns (oldest first) as a question, with earlier turns as context. */
export function parseQuestion(turns: string[]): Question {
  const text = turns.at(-1) ?? '';
  const words = splitWords(text);
  const meaningfulWords = words.filter((word) => !word.isStopWord);
  const weights = new Map<string, number>();
  const names = new Set<string>();
  for (const word of meaningfulWords) {
    const isName = /\p{N}/u.test(word.text) || (/^\p{Lu}/u.test(word.text) && word !== words[0]);
    if (isName && !isAllCaps(text)) names.add(word.term);
    const weight = ASKING_WORDS.has(word.folded) ? ASKING_WEIGHT : names.has(word.term) ? NAME_WEIGHT : 1;
    weights.set(word.term, Math.max(weight, weights.get(word.term) ?? 0));
  }
  const ownTerms = new Set(weights.keys());
  if (dependsOnEarlierTurns(text)) addEarlierTerms(weights, turns.slice(0, -1));
  const terms = meaningfulWords.map((word) => word.term);
  const pairs = new Set(terms.slice(1).map((term, index) => `${terms[index]} ${term}`));
  // A capital letter indicates a name only in English: in German, all nouns are capitalized.
  const reliableNames = isEnglish(words.map(({ folded }) => folded)) ? names : new Set<string>();
  return { text, kind: classifyQuestion(text), weights, ownTerms, names: reliableNames, pairs };
}

function isAllCaps(text: string): boolean {
  return text === text.toUpperCase();
}

function addEarlierTerms(weights: Map<string, number>, earlierTurns: string[]): void {
  earlierTurns
    .toReversed()
    .slice(0, EARLIER_WEIGHTS.length)
    .forEach((turn, age) => {
      for (const word of splitWords(turn)) {
        if (word.isStopWord || ASKING_WORDS.has(word.folded) || weights.has(word.term)) continue;
        weights.set(word.term, EARLIER_WEIGHTS[age] ?? 0);
      }
    });
}

/** True if the question has no subject to search for: "What does it say?" */
export function hasNoSubject({ weights }: Question): boolean {
  return [...weights.values()].every((weight) => weight <= ASKING_WEIGHT);
}

const MAX_QUESTIONS = 4;

/** Splits a message at question marks, and where a question word follows an "and". */
export function splitQuestions(message: string): string[] {
  const parts = message
    .split(/(?<=\?)\s+|,?\s+and\s+(?=(?:who|what|when|where|why|how|which)\b)/iu)
    .map((part) => part.trim())
    .filter((part) => splitWords(part).some((word) => !word.isStopWord && !ASKING_WORDS.has(word.folded)));
  return parts.length > 0 ? parts.slice(0, MAX_QUESTIONS) : [message.trim()];
}
