import { getFrequentWords, guessLanguage } from '#platform/detectLanguage.ts';
import type { PassageFacts, SentenceFacts } from './passageFacts.ts';
import { createWordMatcher, getContentWords, isNumber } from './words.ts';

/** Share of the words of a statement, or of a sentence of the passage, that the other one has at least. */
export const MIN_OVERLAP = 0.5;
const NEGATION =
  /\b(?:not|never|no|none|nobody|nothing|cannot|without|nicht|kein\p{L}{0,2}|nie|niemals|ohne|ne|pas|jamais|aucun\p{L}?|sans|nunca|jamás|ningun\p{L}?|sin|non|mai|senza|niet|geen|nooit|un\p{L}{2,20}ed)\b|n['’]t\b/iu;

/** What the words of a statement and of a passage have in common. */
export interface Wording {
  /** Language of the statement. */
  language: string | null;
  isSameLanguage: boolean;
  /** The words of the statement without frequent ones and numbers. */
  words: ReadonlySet<string>;
  /** Share of them that the passage has. */
  ofStatement: number;
  /** Share of the words of the closest sentence of the passage that the statement has. */
  ofSentence: number;
  closest: { sentence: SentenceFacts; shared: ReadonlySet<string> } | null;
  /** Whether only one of the statement and the closest sentence denies something, with otherwise the same words. */
  isOpposite: boolean;
}

/** @param answerLanguage is assumed if a sentence is too short to tell its own */
export function compareWords(sentence: string, facts: PassageFacts, answerLanguage: string | null): Wording {
  const content = [...getContentWords(sentence)].filter((word) => !isNumber(word));
  const written = guessLanguage(sentence) ?? answerLanguage;
  const share = content.filter(facts.hasWord).length / Math.max(1, content.length);
  // A sentence that shares most words with the passage is in its language.
  const language = share >= MIN_OVERLAP ? (facts.language ?? written) : written;
  const frequent = getFrequentWords(language ?? 'en');
  const words = new Set(content.filter((word) => !frequent.has(word)));
  const isInStatement = createWordMatcher(words);
  const compared = facts.sentences.map((each) => ({
    sentence: each,
    shared: new Set([...words].filter(createWordMatcher(each.words))),
  }));
  const closest = compared.reduce<Wording['closest']>(
    (best, next) => (next.shared.size > (best?.shared.size ?? 0) ? next : best),
    null,
  );
  const ofClosest = [...(closest?.sentence.words ?? [])].filter((word) => !frequent.has(word));
  const common = ofClosest.filter(isInStatement).length;
  return {
    language,
    isSameLanguage: language === null || facts.language === null || language === facts.language,
    words,
    ofStatement: words.size === 0 ? 1 : [...words].filter(facts.hasWord).length / words.size,
    ofSentence: common < 2 ? 0 : common / ofClosest.length,
    closest,
    isOpposite:
      common >= 2 &&
      common >= 0.7 * Math.min(words.size, ofClosest.length) &&
      denies(sentence) !== denies(closest?.sentence.text ?? ''),
  };
}

/** "No later than" denies nothing. */
const denies = (text: string) => NEGATION.test(text.replace(/\b(?:no|not) (?:later|more|less|only|just)\b/gi, ''));
