import { isRequiredKind, isReliableKind } from '../ranking/questionKind.ts';
import { isAboutNamesake } from '../ranking/namesakes.ts';
import { dependsOnEarlierTurns, hasNoSubject, splitQuestions, parseQuestion } from '../ranking/question.ts';
import { quoteSentences } from './quotation.ts';
import { buildSentenceIndex } from '../ranking/sentenceIndex.ts';
import { rankSentences } from '../ranking/sentenceRanking.ts';
import { summarize } from './summary.ts';
import type { Passage } from '../text/passageParser.ts';
import type { QuestionKind } from '../ranking/questionKind.ts';
import type { Question } from '../ranking/question.ts';
import type { SentenceIndex, IndexedSentence } from '../ranking/sentenceIndex.ts';
import type { RankedSentence } from '../ranking/sentenceRanking.ts';

/** The answer if the passages do not answer the question. */
export const NOT_IN_TEXT = "The text I was given doesn't answer that.";

/** Minimum share of the question's weight that a sentence must contain to be an answer. */
const MIN_COVERAGE = 0.42;
/** An answer contains at least this share of the weight of the words in the person's last turn. */
const MIN_OWN_COVERAGE = 0.3;
/** Minimum share of the distinctive words, so that a mere mention is no answer. */
const MIN_DISTINCTIVE_COVERAGE = 0.4;
/** Minimum share of the distinctive words for a question without names. */
const MIN_DISTINCTIVE_COVERAGE_UNNAMED = 0.5;

/** Maximum list items quoted after the line that introduces the list. */
const MAX_LIST_ITEMS = 8;

type Options = { concise: boolean };

/** Answers the last of a person's turns (oldest first) with quotations; `NOT_IN_TEXT` if the passages have no answer. */
export function answerFromPassages(passages: Passage[], turns: string[], { concise }: Options): string {
  const index = buildSentenceIndex(passages);
  const parts = splitQuestions(turns.at(-1) ?? '');
  const earlier = turns.slice(0, -1);
  if (parts.length === 1 && hasNoSubject(parseQuestion([...earlier, ...parts]))) return summarize(index, {});
  const max = concise ? 1 : parts.length > 1 ? 2 : 4;
  const sentencesByPart = parts.map((part, partIndex) => {
    const context = dependsOnEarlierTurns(part) ? [...earlier, ...parts.slice(0, partIndex)] : [];
    return pickSentences(parseQuestion([...context, part]), index, max);
  });
  const chosen = [...new Set(sentencesByPart.flat())].sort((a, b) => a.position - b.position);
  if (chosen.length === 0) return NOT_IN_TEXT;
  const unanswered = parts.filter((_, partIndex) => sentencesByPart[partIndex]?.length === 0);
  return [quoteSentences(addListItems(chosen, index)), ...unanswered.map(reportUnanswered)].join('\n\n');
}

function reportUnanswered(part: string): string {
  return `It doesn't answer “${part}”`.replace(/[?.]?”$/, '?”.');
}

/** Kinds of questions that can need several sentences. */
const broadKinds = new Set<QuestionKind>(['list', 'plain', 'how']);

/** The best sentences for one question, at most `max`; none if the text does not answer it. */
function pickSentences(question: Question, index: SentenceIndex, max: number): IndexedSentence[] {
  const ranked = rankSentences(question, index).filter(
    (item) =>
      isAnswer(item, question) &&
      !repeatsQuestion(item.sentence, question) &&
      !isAboutNamesake(item.sentence.text, question),
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

/** Adds the items of a list after the line that introduces it. */
function addListItems(chosen: IndexedSentence[], { sentences }: SentenceIndex): IndexedSentence[] {
  const quoted = new Set<IndexedSentence>();
  for (const sentence of chosen) {
    quoted.add(sentence);
    if (!sentence.text.endsWith(':')) continue;
    const next = sentences.slice(sentence.position + 1, sentence.position + 1 + MAX_LIST_ITEMS);
    const end = next.findIndex((item) => item.kind !== 'item' || item.passage !== sentence.passage);
    for (const item of end < 0 ? next : next.slice(0, end)) quoted.add(item);
  }
  return [...quoted].sort((a, b) => a.position - b.position);
}
