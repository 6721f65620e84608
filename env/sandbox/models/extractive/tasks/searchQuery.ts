import { detectIntent } from './intent.ts';
import { dependsOnEarlierTurns } from '#sandbox/models/extractive/ranking/question.ts';
import { splitWords } from '#sandbox/models/extractive/text/words.ts';

const MAX_TERMS = 12;
/** Words of a request that do not help a search. */
const NOISE_WORDS = new Set(
  'answer ask describe document documents explain find give help know list look mean please say says search show tell text want'.split(
    ' ',
  ),
);

const QUESTION = /<(?:earlier_)?question>([\s\S]*?)<\/(?:earlier_)?question>/g;

/** Queries for the last question of a request, and its intent. */
export function createSearchPlan(request: string, system: string) {
  const questions = [...request.matchAll(QUESTION)].map(([, text = '']) => text.replaceAll('&lt;', '<'));
  return { queries: [createSearchQuery(questions)], ...detectIntent(questions.at(-1) ?? '', system) };
}

/** Search terms for the last of a person's turns, with the terms of earlier turns if it depends on them. */
export function createSearchQuery(turns: string[]): string {
  const last = turns.at(-1) ?? '';
  const earlierTurns = dependsOnEarlierTurns(last) ? turns.slice(0, -1).toReversed() : [];
  const words = [last, ...earlierTurns].flatMap(getSearchWords);
  const usedTerms = new Set<string>();
  const terms = words.filter(({ term }) => !usedTerms.has(term) && usedTerms.add(term));
  if (terms.length === 0) return last.replace(/\s+/g, ' ').trim();
  return terms
    .slice(0, MAX_TERMS)
    .map(({ text }) => text)
    .join(' ');
}

function getSearchWords(turn: string) {
  return splitWords(turn).filter((word) => !word.isStopWord && !NOISE_WORDS.has(word.folded));
}
