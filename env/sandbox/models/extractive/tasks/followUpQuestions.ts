import { answerFromPassages } from '#sandbox/models/extractive/answering/answer.ts';
import { isRefusal } from '#sandbox/models/extractive/answering/refusal.ts';
import { removeExtension } from '#sandbox/models/extractive/answering/namedSources.ts';
import { scoreKind } from '#sandbox/models/extractive/ranking/questionKind.ts';
import { buildSentenceIndex } from '#sandbox/models/extractive/ranking/sentenceIndex.ts';
import { findKeyPhrases } from '#sandbox/models/extractive/text/keyPhrases.ts';
import { getTerms } from '#sandbox/models/extractive/text/words.ts';
import type { Passage } from '#sandbox/models/extractive/text/passageParser.ts';
import type { Phrase } from '#sandbox/models/extractive/text/keyPhrases.ts';

const QUESTION_COUNT = 3;
/** Each candidate is answered once, so their number bounds the work. */
const MAX_CANDIDATES = 12;
/** Questions that this model answers without a text. */
const QUESTIONS_WITHOUT_TEXT = [
  'What can you do?',
  'How do I connect a real model?',
  'Write 200 words about onboarding',
];

/**
 * At most three short questions about topics of the passages that the person has not asked about. Each is answered with
 * the same passages first, and is left out if the answer is a refusal or only repeats the last answer.
 *
 * @param turns The person's messages.
 * @param answer The last answer.
 */
export function createFollowUpQuestions(passages: Passage[], turns: string[], answer: string): string[] {
  if (passages.length === 0) return QUESTIONS_WITHOUT_TEXT.filter((question) => !turns.includes(question));
  const sources = new Set(passages.map(({ source }) => source));
  const askedTerms = new Set(turns.flatMap((turn) => getTerms(turn)));
  const usedTerms = new Set<string>();
  const questions: string[] = [];
  let candidateCount = 0;
  for (const { phrase, source, sentences } of findTopics(passages)) {
    if (questions.length === QUESTION_COUNT || candidateCount === MAX_CANDIDATES) break;
    const isAsked = phrase.terms.every((term) => askedTerms.has(term));
    const nameTerms = new Set(getTerms(removeExtension(source)));
    const isFileName = phrase.terms.every((term) => nameTerms.has(term));
    const isRepeated = phrase.terms.some((term) => usedTerms.has(term));
    if (isAsked || isRepeated || isFileName || phrase.text.length < 4) continue;
    const question = writeQuestion(phrase, sources.size > 1 ? source : '', sentences);
    candidateCount += 1;
    if (!isWorthAsking(question, passages, turns, answer)) continue;
    questions.push(question);
    for (const term of phrase.terms) usedTerms.add(term);
  }
  return questions;
}

type Topic = { phrase: Phrase; source: string; sentences: string[] };

/** The topics of each file, best first; the files take turns, so that the questions are not all about one. */
function findTopics(passages: readonly Passage[]): Topic[] {
  const { sentences } = buildSentenceIndex([...passages]);
  const topicsByFile = [...new Set(passages.map(({ source }) => source))].map((source) => {
    const own = sentences.filter(({ passage }) => passage.source === source);
    const texts = own.flatMap(({ kind, text }) => (kind === 'heading' ? [] : [text]));
    const headings = [
      ...new Set(own.map(({ heading }) => heading).filter((heading) => heading && !/\p{N}/u.test(heading))),
    ];
    return findKeyPhrases(texts, headings).map((phrase) => ({ phrase, source, sentences: texts }));
  });
  const longest = Math.max(0, ...topicsByFile.map(({ length }) => length));
  return Array.from({ length: Math.min(longest, MAX_CANDIDATES) }, (_, rank) =>
    topicsByFile.flatMap((topics) => topics[rank] ?? []),
  ).flat();
}

/** Whether this model answers a question from the passages with a sentence that the last answer does not contain. */
function isWorthAsking(question: string, passages: Passage[], turns: string[], lastAnswer: string): boolean {
  // Asked in a new turn, the question must also be answered without what the person asked before.
  const known = normalize(lastAnswer);
  return [[...turns, question], [question]].every((asked) => {
    const reply = answerFromPassages(passages, asked, { concise: false });
    return !isRefusal(reply) && listQuotes(reply).some((quote) => !known.includes(normalize(quote)));
  });
}

/** The quoted sentences and list items of an answer. */
function listQuotes(answer: string): string[] {
  return [...answer.matchAll(/“([^”]+)”|^- (.+?)(?: \[\d+\])?$/gmu)].map(([, quote, item]) => quote ?? item ?? '');
}

function normalize(text: string): string {
  return text
    .replace(/\s*\[\d+\]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** Asks for something that a sentence with the phrase contains; of one file if there are several. */
function writeQuestion(phrase: Phrase, source: string, sentences: readonly string[]): string {
  const sentence = sentences.find((text) => text.includes(phrase.text)) ?? '';
  const name = toPhraseName(phrase);
  const file = removeExtension(source);
  if (file) return `What does ${file} say about ${name}?`;
  if (isPerson(phrase)) return `What is said about ${name}?`;
  if (scoreKind('number', sentence) === 1) return `Which figures are given for ${name}?`;
  return `What does the text say about ${name}?`;
}

function isPerson({ isName, terms }: Phrase): boolean {
  return isName && terms.length === 2;
}

/** Lowercases the first letter, unless the phrase is a name of several words or has several capital letters. */
function toPhraseName({ text, isName, terms }: Phrase): string {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const keepsCase = (isName && terms.length > 1) || capitals > 1;
  return keepsCase ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
