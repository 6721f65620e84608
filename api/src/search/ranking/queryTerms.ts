import type { Store } from '../../storage/store.ts';
import { analyse, type Analysed } from '../text/analyze.ts';
import { languageOf, type Language } from '../text/detectLanguage.ts';
import type { WordStatistics } from '../access/readableScope.ts';
import { wordsOf } from '../text/words.ts';

type Placed = Analysed['terms'][number];

/** What a word is worth: how rare it is among chunks and among files, times how much it was asked for. */
export interface Weight {
  chunk: number;
  file: number;
}

export type Weights = ReadonlyMap<string, Weight>;

/** A word of the question: its stems in the languages of the files, and how rare it is. */
export interface Meant {
  stems: readonly string[];
  weight: number;
}

export interface Question {
  /** Words of the question that are anywhere in the scope, with their weights. */
  weights: Weights;
  /** What was asked, word by word; a word that is nowhere is as rare as one that a single chunk has. */
  meant: readonly Meant[];
  /** All its terms, as often and in the order they were asked. */
  asked: readonly string[];
  /** Words that are nowhere too. */
  words: readonly { word: string; display: string }[];
}

/** More words than this, and a question is a pasted text: the rarest of them say what it is about. */
const MOST_WORDS = 48;

/** ln(1 + (N − n + ½) / (n + ½)), as in Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), never below 0. */
export function rarity(all: number, having: number): number {
  return Math.log(1 + (Math.max(all, having) - having + 0.5) / (having + 0.5));
}

/** The weights of words in a scope, each times what `amounts` says of it; words that are nowhere have none. */
export async function weigh(scope: WordStatistics, amounts: ReadonlyMap<string, number>): Promise<Map<string, Weight>> {
  const counts = await scope.counts([...amounts.keys()]);
  return new Map(
    [...amounts].flatMap(([word, amount]): [string, Weight][] => {
      const count = counts.get(word);
      if (!count) return [];
      const { files, chunks } = count;
      return [[word, { chunk: amount * rarity(scope.chunks, chunks), file: amount * rarity(scope.files, files) }]];
    }),
  );
}

/**
 * Reads a question as the scope's files were read. A question that does not show its language is read in those of the
 * files: of a word's stems, only those that are there can be found.
 */
export async function readQuestion(
  store: Pick<Store, 'stems'>,
  scope: WordStatistics,
  text: string,
): Promise<Question> {
  const spelled = wordsOf(text).map((word) => word.text);
  const there = scope.languages as Language[];
  const shown = languageOf(spelled, 'simple');
  const languages = shown === 'simple' ? there : [shown, ...there.filter((language) => language !== shown).slice(0, 1)];
  const [first = [], ...others] = await Promise.all(
    languages.map(async (language) => (await analyse(store.stems, text, language, language)).terms),
  );
  const amounts = new Map<string, number>();
  for (const { term } of first) amounts.set(term, (amounts.get(term) ?? 0) + 1);
  const further = otherStems(first, others.flat());
  for (const term of [...further.values()].flat()) amounts.set(term, 1);
  const weights = evenedOut(await weigh(scope, amounts), further);
  const rarityOf = (term: string) => (weights.get(term)?.chunk ?? Number.NaN) / (amounts.get(term) ?? 1);
  return {
    weights: rarest(weights),
    meant: first.map(({ term }) => {
      const stems = [term, ...(further.get(term) ?? [])];
      const known = stems.map(rarityOf).filter((value) => !Number.isNaN(value));
      return { stems, weight: known.length > 0 ? Math.max(...known) : rarity(scope.chunks, 1) };
    }),
    asked: first.map(({ term }) => term),
    words: [...new Map(first.map(({ term, shown: as }) => [term, { word: term, display: as }])).values()],
  };
}

/** Stems that other languages have for the words that say something in the first, by the stem there. */
function otherStems(first: readonly Placed[], others: readonly Placed[]): Map<string, string[]> {
  const stemAt = new Map(first.map(({ position, term }) => [position, term]));
  const known = new Set(stemAt.values());
  const further = new Map<string, string[]>();
  for (const { position, term } of others) {
    const stem = stemAt.get(position);
    if (stem === undefined || known.has(term)) continue;
    known.add(term);
    further.set(stem, [...(further.get(stem) ?? []), term]);
  }
  return further;
}

/** A stem is no rarer than the word: few files in another language must not make its everyday words weighty. */
function evenedOut(weights: Map<string, Weight>, further: ReadonlyMap<string, string[]>): Map<string, Weight> {
  for (const [stem, terms] of further) {
    const most = weights.get(stem);
    for (const term of most ? terms : []) {
      const own = weights.get(term);
      if (own && most)
        weights.set(term, { chunk: Math.min(own.chunk, most.chunk), file: Math.min(own.file, most.file) });
    }
  }
  return weights;
}

function rarest(weights: Map<string, Weight>): Map<string, Weight> {
  if (weights.size <= MOST_WORDS) return weights;
  return new Map([...weights].toSorted(([, a], [, b]) => b.chunk - a.chunk).slice(0, MOST_WORDS));
}
