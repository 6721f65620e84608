import { formatCitation, formatQuote, formatSource } from './formatQuotation.ts';
import { findQuestionSubject } from '#sandbox/models/extractive/ranking/subjects.ts';
import { rankSentences } from '#sandbox/models/extractive/ranking/sentenceRanking.ts';
import { splitWords } from '#sandbox/models/extractive/text/words.ts';
import type { Word } from '#sandbox/models/extractive/text/words.ts';
import { isAskingWord, type Question } from '#sandbox/models/extractive/ranking/question.ts';
import type { SentenceIndex, IndexedSentence } from '#sandbox/models/extractive/ranking/sentenceIndex.ts';

/** Start of the reply if the passages do not answer the question. */
export const REFUSAL_OPENING = 'I found nothing about';

const MAX_TOPIC_LENGTH = 80;
/** A shorter line is a title. */
const MIN_TERMS = 4;
/** A passage with a smaller share of the question's words counts as unrelated. */
const MIN_CLOSENESS = 0.2;

/** Whether a reply says that the passages do not answer the question. */
export function isRefusal(reply: string): boolean {
  return reply.startsWith(REFUSAL_OPENING);
}

/** The rule of a search that asks for a mark in front of a refusal. */
const MARK_RULE = /\bbegin with (\[0\])/;

/** Marks a refusal as the system prompt demands it. */
export function markRefusal(reply: string, system: string): string {
  const mark = MARK_RULE.exec(system)?.[1];
  return mark !== undefined && isRefusal(reply) ? `${mark} ${reply}` : reply;
}

/** The person's answer so far, which the model continues, has no mark. */
export function removeMark(reply: string): string {
  return reply.replace(/^\[0\] /, '');
}

/** Says what was not found, and quotes the closest sentence with its citation if one shares words with the question. */
export function refuse(question: Question, index: SentenceIndex): string {
  const refusal = `${REFUSAL_OPENING} ${describeTopic(question)}.`;
  const closest = findClosest(question, index);
  if (!closest) return refusal;
  return `${refusal} Closest passage: ${formatSource(closest)}: ${formatQuote(closest)}${formatCitation(closest.passage)}`;
}

function findClosest(question: Question, index: SentenceIndex): IndexedSentence | undefined {
  const [best] = rankSentences(question, index).filter(
    ({ sentence }) => sentence.terms.length >= MIN_TERMS || sentence.kind === 'row',
  );
  return best && best.ownCoverage >= MIN_CLOSENESS ? best.sentence : undefined;
}

const AUXILIARY = /^(?:do|does|did|is|are|was|were|has|have|had|can|could|may|must|should|will|would)$/;

/** The question's topic: its words from the first meaningful one to the last, up to a verb such as "does". */
function describeTopic({ text }: Question): string {
  const words = splitWords(text);
  const isTopic = (word: Word) => !word.isStopWord && !isAskingWord(word.folded);
  // Not the adjective of "How large a room …".
  const first = words.findIndex((word, index) => isTopic(word) && words[index - 1]?.folded !== 'how');
  if (first < 0) return 'that';
  const auxiliary = words.findIndex(({ folded }, index) => index > first && AUXILIARY.test(folded));
  const span = words.slice(first, auxiliary < 0 ? words.length : auxiliary);
  const subject = findQuestionSubject(text);
  const last = span.findLastIndex(isTopic);
  // "When does the lease end?" is about the lease.
  const endsWithVerb =
    last > 0 && subject.includes(span[last - 1]?.term ?? '') && !subject.includes(span[last]?.term ?? '');
  const topic = span.slice(0, endsWithVerb ? last : last + 1);
  return `“${sliceWords(text, topic).slice(0, MAX_TOPIC_LENGTH).trimEnd()}”`;
}

/** The text from the first to the last of some of its words, which follow each other. */
function sliceWords(text: string, words: readonly Word[]): string {
  const start = text.indexOf(words[0]?.text ?? '');
  let end = start;
  for (const word of words) end = text.indexOf(word.text, end) + word.text.length;
  return text.slice(start, end).replace(/\s+/g, ' ');
}
