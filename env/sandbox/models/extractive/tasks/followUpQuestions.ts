import { holdsKind } from '../ranking/questionKind.ts';
import { phrasesOf } from '../text/keyPhrases.ts';
import { sentencesOf } from '../text/sentences.ts';
import { termsOf } from '../text/words.ts';
import type { Phrase } from '../text/keyPhrases.ts';

const QUESTIONS = 3;
const WHEN_NOTHING_IS_LEFT = [
  'Can you summarise this?',
  'What are the key points?',
  'Which dates and numbers matter most?',
];

/**
 * Three short questions about what the material talks of and the person has not asked yet. `material` is passages or, without
 * them, the conversation; `asked` is what the person wrote.
 */
export function followUpsOf(material: string[], asked: string[]): string[] {
  const known = new Set(asked.flatMap((turn) => termsOf(turn)));
  const pieces = material.flatMap((text) => sentencesOf(text));
  const sentences = pieces.flatMap(({ kind, text }) => (kind === 'heading' ? [] : [text]));
  const headings = pieces.flatMap(({ kind, text }) => (kind === 'heading' ? [text] : []));
  const questions: string[] = [];
  const used = new Set<string>();
  for (const phrase of phrasesOf(sentences, headings)) {
    if (questions.length === QUESTIONS) break;
    const repeats = phrase.terms.every((term) => known.has(term)) || phrase.terms.some((term) => used.has(term));
    if (repeats || phrase.text.length < 4) continue;
    questions.push(questionAbout(phrase, sentences, questions.length));
    for (const term of phrase.terms) used.add(term);
  }
  return [...questions, ...WHEN_NOTHING_IS_LEFT].slice(0, QUESTIONS);
}

/** Asks for what a sentence about the phrase holds, so that the question can be answered. */
function questionAbout(phrase: Phrase, sentences: string[], turn: number): string {
  const about = sentences.find((sentence) => sentence.includes(phrase.text)) ?? '';
  const name = nameOf(phrase);
  if (isPerson(phrase)) return `What is said about ${name}?`;
  if (holdsKind('when', about) === 1) return `Which dates matter for ${name}?`;
  if (holdsKind('number', about) === 1) return `Which figures are given for ${name}?`;
  if (holdsKind('why', about) === 1) return `What is the reason given for ${name}?`;
  return turn % 2 === 0 ? `What does the text say about ${name}?` : `What else is said about ${name}?`;
}

function isPerson({ named, terms }: Phrase): boolean {
  return named && terms.length === 2;
}

/** A common word that opened its sentence loses the capital it had there. */
function nameOf({ text, named, terms }: Phrase): string {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const isName = named && (terms.length > 1 || capitals > 1);
  return isName || capitals > 1 ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
