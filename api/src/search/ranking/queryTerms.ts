import { LRUCache } from 'lru-cache';
import type { Store } from '#api/storage/store.ts';
import type { WordStatistics } from '#api/search/access/readableScope.ts';
import { analyzeText, chooseStemmer, toTitle, type Language, type Term } from '#api/search/text/analyze.ts';
import { removeAccents } from '#api/search/text/words.ts';

/** Weight of a word: its rarity among chunks and among files, times its frequency in the query. */
export interface Weight {
  chunk: number;
  file: number;
}

export type Weights = ReadonlyMap<string, Weight>;

/** A word of the query: its stems in the languages of the files, and its rarity. */
export interface QueryWord {
  stems: readonly string[];
  weight: number;
}

export interface Query {
  /** Weights of the words that are in names of files: their rarity among these names. */
  titles: ReadonlyMap<string, number>;
  /** Weights of the stems that are in the scope. */
  weights: Weights;
  /** All words of the query in order. A word that is in no chunk of the scope counts as being in one. */
  words: readonly QueryWord[];
  /** The stem of every word in order. */
  terms: readonly string[];
  /** Every word once, with its spelling in the query. */
  displayWords: readonly { word: string; display: string }[];
}

/** A longer query, such as a pasted text, is reduced to its rarest words. */
const MAX_WEIGHTS = 48;

/** Inverse document frequency: ln(1 + (N − n + ½) / (n + ½)), as in Robertson and Zaragoza (2009); never below 0. */
export function idf(total: number, matching: number): number {
  return Math.log(1 + (Math.max(total, matching) - matching + 0.5) / (matching + 0.5));
}

/** Weighs words by their rarity in the scope, times their frequency. Words that are not in the scope are left out. */
async function weighWords(
  scope: WordStatistics,
  frequencies: ReadonlyMap<string, number>,
): Promise<Map<string, Weight>> {
  const counts = await scope.countWords([...frequencies.keys()]);
  return new Map(
    [...frequencies].flatMap(([word, frequency]): [string, Weight][] => {
      const count = counts.get(word);
      if (!count) return [];
      const { files, chunks } = count;
      return [[word, { chunk: frequency * idf(scope.chunks, chunks), file: frequency * idf(scope.files, files) }]];
    }),
  );
}

/**
 * Parses a query in the same way as the files of the scope. If the query does not show its language, it is stemmed in the
 * languages of the files.
 */
export async function parseQuery(store: Pick<Store, 'stems'>, scope: WordStatistics, text: string): Promise<Query> {
  const fileLanguages = scope.languages as Language[];
  const detected = chooseStemmer(text, 'simple');
  const languages =
    detected === 'simple'
      ? fileLanguages
      : [detected, ...fileLanguages.filter((language) => language !== detected).slice(0, 1)];
  const [terms = [], ...otherTerms] = await Promise.all(
    languages.map(async (language) => (await analyzeText(store.stems, text, language, language)).terms),
  );
  const frequencies = new Map<string, number>();
  for (const { term } of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const otherStems = groupOtherStems(terms, otherTerms.flat());
  for (const stem of [...otherStems.values()].flat()) frequencies.set(stem, 1);
  const weights = capOtherStems(await weighWords(scope, frequencies), otherStems);
  const getRarity = (stem: string) => (weights.get(stem)?.chunk ?? Number.NaN) / (frequencies.get(stem) ?? 1);
  return {
    titles: await weighTitles(store, scope, languages, terms),
    weights: selectRarest(weights),
    words: terms.map(({ term }) => {
      const stems = [term, ...(otherStems.get(term) ?? [])];
      const rarities = stems.map(getRarity).filter((rarity) => !Number.isNaN(rarity));
      return { stems, weight: rarities.length > 0 ? Math.max(...rarities) : idf(scope.chunks, 1) };
    }),
    terms: terms.map(({ term }) => term),
    displayWords: [...new Map(terms.map(({ term, display }) => [term, { word: term, display }])).values()],
  };
}

/**
 * Weight of a word in a file's name, relative to a word that is equally rare in texts. It is higher because names are
 * chosen to distinguish files.
 */
export const NAME_WEIGHT = 2;
/** How many words of a query can be one word in the name of a file, as in `ANNUALREPORT`. */
const JOINED = [2, 3];

/**
 * Weighs the words of a query by their rarity among the names of files: a year that is in the texts of all files, but in the name of
 * one, decides between them. A name can write several words as one.
 */
async function weighTitles(
  { stems }: Pick<Store, 'stems'>,
  { fileNames }: WordStatistics,
  languages: readonly Language[],
  terms: readonly Term[],
): Promise<Map<string, number>> {
  const words = terms.map(({ display }) => removeAccents(display));
  const joined = words.flatMap((_, start) => JOINED.map((count) => words.slice(start, start + count).join('')));
  const asked = new Set([...terms.map(({ term }) => term), ...joined]);
  const counts = new Map<string, number>();
  for (const name of fileNames) {
    const found = await Promise.all(languages.map((language) => listTitleTerms(stems, name, language)));
    for (const term of new Set(found.flat())) if (asked.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const rare = [...counts].filter(([, count]) => count <= fileNames.length / 2);
  return new Map(rare.map(([word, count]) => [word, NAME_WEIGHT * idf(fileNames.length, count)]));
}

/** Terms of names by language and name: each search of a site needs those of all its files. */
const titleTerms = new LRUCache<string, string[]>({ max: 50_000 });

async function listTitleTerms(stems: Store['stems'], name: string, language: Language): Promise<string[]> {
  const key = `${language} ${name}`;
  const known = titleTerms.get(key);
  if (known) return known;
  const terms = (await analyzeText(stems, toTitle(name), language, language)).terms.map(({ term }) => term);
  titleTerms.set(key, terms);
  return terms;
}

/** Groups the different stems of a word in other languages by its stem in the first language. */
function groupOtherStems(terms: readonly Term[], otherTerms: readonly Term[]): Map<string, string[]> {
  const stemByPosition = new Map(terms.map(({ position, term }) => [position, term]));
  const known = new Set(stemByPosition.values());
  const otherStems = new Map<string, string[]>();
  for (const { position, term } of otherTerms) {
    const stem = stemByPosition.get(position);
    if (stem === undefined || known.has(term)) continue;
    known.add(term);
    otherStems.set(stem, [...(otherStems.get(stem) ?? []), term]);
  }
  return otherStems;
}

/** Limits a stem in another language to the weight of the word's first stem: if few files have that language, each of its
 * stems seems rare. */
function capOtherStems(weights: Map<string, Weight>, otherStems: ReadonlyMap<string, string[]>): Map<string, Weight> {
  for (const [stem, others] of otherStems) {
    const max = weights.get(stem);
    for (const other of max ? others : []) {
      const weight = weights.get(other);
      if (weight && max)
        weights.set(other, { chunk: Math.min(weight.chunk, max.chunk), file: Math.min(weight.file, max.file) });
    }
  }
  return weights;
}

function selectRarest(weights: Map<string, Weight>): Map<string, Weight> {
  if (weights.size <= MAX_WEIGHTS) return weights;
  return new Map([...weights].toSorted(([, a], [, b]) => b.chunk - a.chunk).slice(0, MAX_WEIGHTS));
}
