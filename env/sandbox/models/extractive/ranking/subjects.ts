import { splitWords } from '#sandbox/models/extractive/text/words.ts';
import { scoreTerms } from './wordSimilarity.ts';
import type { Question } from './question.ts';
import type { IndexedSentence } from './sentenceIndex.ts';
import type { Word } from '#sandbox/models/extractive/text/words.ts';

const AUXILIARY = /^(?:is|are|was|were|do|does|did|can|may|must|should|will|has|have|of|about)$/;
const TAKES_VERB = /^(?:do|does|did|can|may|must|should|will)$/;
const DETERMINER = /^(?:the|an?|our|my|your|their|this|these|its)$/;
/** The sentence continues the subject of the one before it. */
const PRONOUN = /^\W*(?:it|they|he|she|this|these|that|those|its|their|his|her|both|each|such)\b/iu;

/**
 * Whether a sentence makes its statement about something else: "The loan ends in 2031" does not say when the lease ends.
 * That is so if it starts with a subject that the question does not contain, and neither the sentence nor its context
 * contains the question's subject.
 */
export function isAboutOtherSubject(
  sentence: IndexedSentence,
  previous: IndexedSentence | undefined,
  question: Question,
): boolean {
  const subject = findQuestionSubject(question.text);
  if (subject.length === 0 || PRONOUN.test(sentence.text)) return false;
  const own = findSentenceSubject(sentence.text);
  const asked = [...question.ownTerms];
  if (own.length === 0 || own.some((term) => containsSimilar(asked, term))) return false;
  const context = [...sentence.counts.keys(), ...sentence.headingTerms, ...sentence.sourceTerms];
  const contextWithPrevious = previous?.text.endsWith(':') ? [...context, ...previous.counts.keys()] : context;
  return !subject.some((term) => containsSimilar(contextWithPrevious, term));
}

function containsSimilar(terms: readonly string[], term: string): boolean {
  return terms.some((other) => Math.max(scoreTerms(term, other), scoreTerms(other, term)) > 0);
}

/** The terms after the question's auxiliary and determiner: `lease` in "When does the lease end?". */
export function findQuestionSubject(question: string): string[] {
  const words = splitWords(question);
  const start = words.findIndex(
    (word, index) => DETERMINER.test(word.folded) && AUXILIARY.test(words[index - 1]?.folded ?? ''),
  );
  if (start < 0) return [];
  const run = takeRun(words.slice(start + 1));
  const isFollowed = words.length > start + 1 + run.length;
  const hasVerb = run.length > 1 && !isFollowed && isVerbAtEnd(run, words[start - 1]?.folded ?? '');
  return (hasVerb ? run.slice(0, -1) : run).map(({ term }) => term);
}

function isVerbAtEnd(run: readonly Word[], auxiliary: string): boolean {
  return TAKES_VERB.test(auxiliary) || (run.at(-1)?.folded.endsWith('ed') ?? false);
}

/** The terms after a determiner at the start of a sentence. */
function findSentenceSubject(sentence: string): string[] {
  const words = splitWords(sentence);
  if (!DETERMINER.test(words[0]?.folded ?? '')) return [];
  return takeRun(words.slice(1))
    .slice(0, 2)
    .map(({ term }) => term);
}

/** The words before the first stop word. */
function takeRun(words: readonly Word[]): Word[] {
  const end = words.findIndex(({ isStopWord }) => isStopWord);
  return end < 0 ? [...words] : words.slice(0, end);
}
