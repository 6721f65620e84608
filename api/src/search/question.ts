import type { Store } from '../storage/store.ts';
import type { Scope } from '../storage/tables/chunkSearch.ts';
import { analyse } from './analyse.ts';
import { languageOf, type Language } from './languages.ts';
import { wordsOf } from './words.ts';

type QuestionStore = Pick<Store, 'stems' | 'chunkSearch'>;

/** What a word is worth: how rare it is among chunks and among files, times how much it was asked for. */
export interface Weight {
  chunk: number;
  file: number;
}

export type Weights = ReadonlyMap<string, Weight>;

export interface Question {
  /** Words of the question that are anywhere in the scope, with their weights. */
  weights: Weights;
  /** All its terms, as often and in the order they were asked. */
  asked: readonly string[];
  /** Words that are nowhere too. */
  words: readonly { word: string; shown: string }[];
}

/** More words than this, and a question is a pasted text: the rarest of them say what it is about. */
const MOST_WORDS = 48;

/** ln(1 + (N − n + ½) / (n + ½)), as in Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), never below 0. */
export function rarity(all: number, having: number): number {
  return Math.log(1 + (Math.max(all, having) - having + 0.5) / (having + 0.5));
}

/** The weights of words in a scope, each times what `amounts` says of it; words that are nowhere have none. */
export async function weigh(
  store: QuestionStore,
  scope: Scope,
  amounts: ReadonlyMap<string, number>,
): Promise<Map<string, Weight>> {
  const counts = await store.chunkSearch.counts(scope, [...amounts.keys()]);
  return new Map(
    [...counts].map(([word, { files, chunks }]) => {
      const amount = amounts.get(word) ?? 0;
      return [word, { chunk: amount * rarity(scope.chunks, chunks), file: amount * rarity(scope.files, files) }];
    }),
  );
}

/**
 * Reads a question as the scope's files were read. A question that does not show its language is read in those of the
 * files: of a word's stems, only those that are there can be found.
 */
export async function readQuestion(store: QuestionStore, scope: Scope, text: string): Promise<Question> {
  const spelled = wordsOf(text).map((word) => word.text);
  const there = (await store.chunkSearch.languages(scope)) as Language[];
  const shown = languageOf(spelled, 'simple');
  const languages = shown === 'simple' ? there : [shown, ...there.filter((language) => language !== shown).slice(0, 1)];
  const readings = await Promise.all(languages.map((language) => analyse(store.stems, text, language, language)));
  const amounts = new Map<string, number>();
  for (const { terms } of readings.slice(0, 1)) {
    for (const { term } of terms) amounts.set(term, (amounts.get(term) ?? 0) + 1);
  }
  for (const { terms } of readings.slice(1)) for (const { term } of terms) if (!amounts.has(term)) amounts.set(term, 1);
  const weights = rarest(await weigh(store, scope, amounts));
  const [first] = readings;
  return {
    weights,
    asked: (first?.terms ?? []).map(({ term }) => term),
    words: [...new Map((first?.terms ?? []).map(({ term, shown: as }) => [term, { word: term, shown: as }])).values()],
  };
}

function rarest(weights: Map<string, Weight>): Map<string, Weight> {
  if (weights.size <= MOST_WORDS) return weights;
  return new Map([...weights].toSorted(([, a], [, b]) => b.chunk - a.chunk).slice(0, MOST_WORDS));
}
