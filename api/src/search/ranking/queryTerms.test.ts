import { idf, parseQuery } from './queryTerms.ts';
import type { WordStatistics } from '#api/search/access/readableScope.ts';

/** Stems words by removing the last `s`. */
const store = {
  stems: {
    stem: async (language: string, words: readonly string[]) =>
      new Map(
        words.map((word) => [
          word,
          language === 'simple' ? word : /^(?:the|of|a)$/.test(word) ? '' : word.replace(/s$/, ''),
        ]),
      ),
  },
};

/** Statistics of English files, and of a few without a detected language. */
const createScope = (counts: Record<string, number>, fileNames: readonly string[] = []): WordStatistics => ({
  fileNames,
  files: 100,
  chunks: 400,
  meanLength: 100,
  languages: ['english', 'simple'],
  countWords: async (words: readonly string[]) =>
    new Map(
      words.flatMap((word) => {
        const count = counts[word];
        return count === undefined ? [] : [[word, { files: count, chunks: count }] as const];
      }),
    ),
});

describe('a query', () => {
  it('is stemmed in the languages of the files, and all stems of a word have the weight of the first', async () => {
    const { weights, words, terms } = await parseQuery(store, createScope({ hotel: 50, hotels: 1 }), 'hotels');
    expect(terms).toEqual(['hotel']);
    expect(weights.get('hotels')).toEqual(weights.get('hotel'));
    expect(words).toEqual([{ stems: ['hotel', 'hotels'], weight: idf(400, 50) }]);
  });

  it('has no stop words, even if a file without a language contains them', async () => {
    const { weights } = await parseQuery(store, createScope({ the: 2, hotel: 50 }), 'the hotel');
    expect([...weights.keys()]).toEqual(['hotel']);
  });

  it('keeps a stem that is only in files of the other language', async () => {
    const { weights } = await parseQuery(store, createScope({ hotels: 3 }), 'hotels');
    expect(weights.get('hotels')?.chunk).toBeCloseTo(idf(400, 3));
  });

  it('weighs an unknown word like a word of one chunk', async () => {
    const { weights, words } = await parseQuery(store, createScope({ hotel: 50 }), 'hotel zeppelin');
    expect(weights.has('zeppelin')).toBe(false);
    expect(words[1]).toEqual({ stems: ['zeppelin'], weight: idf(400, 1) });
  });

  it('weighs a word by its frequency', async () => {
    const { weights, words } = await parseQuery(store, createScope({ hotel: 50, lyon: 50 }), 'hotel lyon hotel');
    expect(weights.get('hotel')?.chunk).toBe(2 * (weights.get('lyon')?.chunk ?? 0));
    expect(words.map(({ weight }) => weight)).toEqual(Array.from({ length: 3 }, () => idf(400, 50)));
  });

  it('weighs words by their rarity among the names of files, also words that a name joins', async () => {
    const names = ['BlueHarbor_2021.pdf', 'BLUEHARBOR_2022.pdf', 'Park Lane 2022.pdf', 'Menu 2020.pdf', 'Plan.txt'];
    const { titles } = await parseQuery(
      store,
      createScope({}, names),
      'costs of Blue Harbor in FY2022 and at the Park',
    );
    expect(titles).toEqual(
      new Map([
        ['blue', 2 * idf(5, 1)],
        ['harbor', 2 * idf(5, 1)],
        ['blueharbor', 2 * idf(5, 1)],
        ['2022', 2 * idf(5, 2)],
        ['park', 2 * idf(5, 1)],
      ]),
    );
  });

  it('keeps only the rarest words of a long text', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}x`);
    const counts = Object.fromEntries(words.map((word, index) => [word, index + 1]));
    const { weights } = await parseQuery(store, createScope(counts), words.join(' '));
    expect(new Set(weights.keys())).toEqual(new Set(words.slice(0, 48)));
  });
});
