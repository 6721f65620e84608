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
 * without them, the conversation; `asked` is what the person wrote.
 */
export function createFollowUpQuestions(material: string[], asked: string[]): string[] {
  const known = new Set(asked.flatMap((turn) => getTerms(turn)));
  const pieces = material.flatMap((text) => parseSentences(text));
  const sentences = pieces.flatMap(({ kind, text }) => (kind === 'heading' ? [] : [text]));
  const headings = pieces.flatMap(({ kind, text }) => (kind === 'heading' ? [text] : []));
  const questions: string[] = [];
  const used = new Set<string>();
  for (const phrase of findKeyPhrases(sentences, headings)) {
    if (questions.length === QUESTION_COUNT) break;
    const repeats = phrase.terms.every((term) => known.has(term)) || phrase.terms.some((term) => used.has(term));
    if (repeats || phrase.text.length < 4) continue;
    questions.push(writeQuestion(phrase, sentences, questions.length));
    for (const term of phrase.terms) used.add(term);
  }
  return [...questions, ...FALLBACK_QUESTIONS].slice(0, QUESTION_COUNT);
}

/** Asks for something that a sentence about the phrase contains, so that the question has an answer. */
function writeQuestion(phrase: Phrase, sentences: string[], turn: number): string {
  const about = sentences.find((sentence) => sentence.includes(phrase.text)) ?? '';
  const name = toPhraseName(phrase);
  if (isPerson(phrase)) return `What is said about ${name}?`;
  if (scoreKind('when', about) === 1) return `Which dates matter for ${name}?`;
  if (scoreKind('number', about) === 1) return `Which figures are given for ${name}?`;
  if (scoreKind('why', about) === 1) return `What is the reason given for ${name}?`;
  return turn % 2 === 0 ? `What does the text say about ${name}?` : `What else is said about ${name}?`;
}

function isPerson({ isName: named, terms }: Phrase): boolean {
  return named && terms.length === 2;
}

/** Lowercases a common word from the start of a sentence. */
function toPhraseName({ text, isName: named, terms }: Phrase): string {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const isName = named && (terms.length > 1 || capitals > 1);
  return isName || capitals > 1 ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
