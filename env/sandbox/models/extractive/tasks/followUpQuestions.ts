import { scoreKind } from '../ranking/questionKind.ts';
import { findKeyPhrases } from '../text/keyPhrases.ts';
import { parseSentences } from '../text/sentences.ts';
import { getTerms } from '../text/words.ts';
import type { Phrase } from '../text/keyPhrases.ts';

const QUESTION_COUNT = 3;
const FALLBACK_QUESTIONS = [
  'Can you summarize this?',
  'What are the key points?',
  'Which dates and numbers matter most?',
];

/**
 * Three short questions about topics of the material that the person has not asked about. `material` is the passages or,
 * without them, the conversation; `turns` are the person's messages.
 */
export function createFollowUpQuestions(material: string[], turns: string[]): string[] {
  const askedTerms = new Set(turns.flatMap((turn) => getTerms(turn)));
  const parsed = material.flatMap((text) => parseSentences(text));
  const sentences = parsed.flatMap(({ kind, text }) => (kind === 'heading' ? [] : [text]));
  const headings = parsed.flatMap(({ kind, text }) => (kind === 'heading' ? [text] : []));
  const questions: string[] = [];
  const usedTerms = new Set<string>();
  for (const phrase of findKeyPhrases(sentences, headings)) {
    if (questions.length === QUESTION_COUNT) break;
    const isAsked = phrase.terms.every((term) => askedTerms.has(term));
    const isRepeated = phrase.terms.some((term) => usedTerms.has(term));
    if (isAsked || isRepeated || phrase.text.length < 4) continue;
    questions.push(writeQuestion(phrase, sentences, questions.length));
    for (const term of phrase.terms) usedTerms.add(term);
  }
  return [...questions, ...FALLBACK_QUESTIONS].slice(0, QUESTION_COUNT);
}

/** Asks for something that a sentence with the phrase contains, so that the question has an answer. */
function writeQuestion(phrase: Phrase, sentences: string[], index: number): string {
  const sentence = sentences.find((text) => text.includes(phrase.text)) ?? '';
  const name = toPhraseName(phrase);
  if (isPerson(phrase)) return `What is said about ${name}?`;
  if (scoreKind('when', sentence) === 1) return `Which dates matter for ${name}?`;
  if (scoreKind('number', sentence) === 1) return `Which figures are given for ${name}?`;
  if (scoreKind('why', sentence) === 1) return `What is the reason given for ${name}?`;
  return index % 2 === 0 ? `What does the text say about ${name}?` : `What else is said about ${name}?`;
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
