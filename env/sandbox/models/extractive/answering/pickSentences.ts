import { isAboutNamesake } from '#sandbox/models/extractive/ranking/namesakes.ts';
import { isRequiredKind, isReliableKind, type QuestionKind } from '#sandbox/models/extractive/ranking/questionKind.ts';
import { isAboutOtherSubject } from '#sandbox/models/extractive/ranking/subjects.ts';
import { isAskingWord, type Question } from '#sandbox/models/extractive/ranking/question.ts';
import type { SentenceIndex, IndexedSentence } from '#sandbox/models/extractive/ranking/sentenceIndex.ts';
import { rankSentences, type RankedSentence } from '#sandbox/models/extractive/ranking/sentenceRanking.ts';
import { getTerms, splitWords } from '#sandbox/models/extractive/text/words.ts';

/** Minimum share of the question's weight that a sentence must contain to be an answer. */
const MIN_COVERAGE = 0.42;
/** An answer contains at least this share of the weight of the words in the person's last turn. */
const MIN_OWN_COVERAGE = 0.3;
/** Minimum share of the distinctive words, so that a sentence that only mentions one is not an answer. */
const MIN_DISTINCTIVE_COVERAGE = 0.4;
/** Minimum share of the distinctive words for a question without names. */
const MIN_DISTINCTIVE_COVERAGE_UNNAMED = 0.5;

/** Maximum sentences of a section that is quoted as a whole. */
const MAX_SECTION_SENTENCES = 3;

/** Kinds of questions that can need several sentences. */
const broadKinds = new Set<QuestionKind>(['list', 'plain', 'how']);

/** The best sentences for one question, at most `max`; none if the text does not answer it. */
export function pickSentences(question: Question, index: SentenceIndex, max: number): IndexedSentence[] {
  const section = findSection(question, index);
  if (section.length > 0) return section.slice(0, Math.min(max, MAX_SECTION_SENTENCES));
  const ranked = rankSentences(question, index).filter(
    (item) =>
      isAnswer(item, question) &&
      !isTitle(item.sentence) &&
      !repeatsQuestion(item.sentence, question) &&
      !isAboutNamesake(item.sentence.text, question) &&
      !isAboutOtherSubject(item.sentence, index.sentences[item.sentence.position - 1], question),
  );
  const best = ranked[0];
  if (!best) return [];
  const limit =
    isReliableKind(question.kind) || question.kind === 'where'
      ? 1
      : broadKinds.has(question.kind)
        ? max
        : Math.min(max, 2);
  const chosen = [best];
  for (const item of ranked.slice(1)) {
    if (chosen.length >= limit) break;
    if (item.score < 0.78 * best.score || chosen.some((other) => getSimilarity(other.sentence, item.sentence) > 0.6))
      continue;
    chosen.push(item);
  }
  return chosen.map(({ sentence }) => sentence);
}

/** The sentences of a section, if the question is only about its heading: "Tell me about sick leave". */
function findSection({ kind, ownTerms, text }: Question, { sentences }: SentenceIndex): IndexedSentence[] {
  const isOpen = !isReliableKind(kind) && kind !== 'where' && kind !== 'why';
  const topic = splitWords(text).flatMap(({ term, folded }) =>
    ownTerms.has(term) && !isAskingWord(folded) ? [term] : [],
  );
  if (!isOpen || topic.length === 0) return [];
  const isTopic = ({ heading }: IndexedSentence) => {
    const terms = getTerms(heading);
    return terms.length > 0 && terms.length <= topic.length && topic.every((term) => terms.includes(term));
  };
  const first = sentences.find((sentence) => sentence.kind !== 'heading' && isTopic(sentence));
  if (!first) return [];
  return sentences.filter(
    ({ kind: sentenceKind, passage, heading }) =>
      sentenceKind !== 'heading' && passage === first.passage && heading === first.heading,
  );
}

/** Whether a line is only a name, such as the title of a document. */
function isTitle({ kind, text, terms }: IndexedSentence): boolean {
  return kind === 'text' && terms.length <= 2 && !/\p{N}|[.!?:…。！？]$/u.test(text);
}

function isAnswer(
  { coverage, ownCoverage, distinctiveCoverage, kindScore }: RankedSentence,
  question: Question,
): boolean {
  return (
    coverage >= MIN_COVERAGE &&
    ownCoverage >= MIN_OWN_COVERAGE &&
    distinctiveCoverage >= (question.names.size > 0 ? MIN_DISTINCTIVE_COVERAGE : MIN_DISTINCTIVE_COVERAGE_UNNAMED) &&
    (kindScore > 0 || !isRequiredKind(question.kind))
  );
}

/** Whether a list item only repeats the question's words. */
function repeatsQuestion({ kind, counts }: IndexedSentence, { ownTerms }: Question): boolean {
  return kind === 'item' && [...counts.keys()].every((term) => ownTerms.has(term));
}

/** Jaccard index of the terms of two sentences. */
function getSimilarity(first: IndexedSentence, second: IndexedSentence): number {
  const sharedCount = [...first.counts.keys()].filter((term) => second.counts.has(term)).length;
  return sharedCount / Math.max(1, first.counts.size + second.counts.size - sharedCount);
}
