import { rarity, readQuestion } from './queryTerms.ts';
import type { WordStatistics } from '../access/readableScope.ts';

/** Stems are words without their last `s`. */
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

/** English files with one or two that show no language. */
const scope = (counts: Record<string, number>): WordStatistics => ({
  files: 100,
  chunks: 400,
  meanLength: 100,
  languages: ['english', 'simple'],
  counts: async (words: readonly string[]) =>
    new Map(
      words.flatMap((word) => {
        const count = counts[word];
        return count === undefined ? [] : [[word, { files: count, chunks: count }] as const];
      }),
    ),
});

describe('a question', () => {
  it('is read in the languages of the files; a stem of one is no rarer than the word', async () => {
    const { weights, meant, asked } = await readQuestion(store, scope({ hotel: 50, hotels: 1 }), 'hotels');
    expect(asked).toEqual(['hotel']);
    expect(weights.get('hotels')).toEqual(weights.get('hotel'));
    expect(meant).toEqual([{ stems: ['hotel', 'hotels'], weight: rarity(400, 50) }]);
  });

  it('has no small words, even where a file in no language has them', async () => {
    const { weights } = await readQuestion(store, scope({ the: 2, hotel: 50 }), 'the hotel');
    expect([...weights.keys()]).toEqual(['hotel']);
  });

  it('keeps a stem that only files in the other language have', async () => {
    const { weights } = await readQuestion(store, scope({ hotels: 3 }), 'hotels');
    expect(weights.get('hotels')?.chunk).toBeCloseTo(rarity(400, 3));
  });

  it('takes a word that is nowhere for as rare as one that a single chunk has', async () => {
    const { weights, meant } = await readQuestion(store, scope({ hotel: 50 }), 'hotel zeppelin');
    expect(weights.has('zeppelin')).toBe(false);
    expect(meant[1]).toEqual({ stems: ['zeppelin'], weight: rarity(400, 1) });
  });

  it('weighs a word by how often it was asked', async () => {
    const { weights, meant } = await readQuestion(store, scope({ hotel: 50, lyon: 50 }), 'hotel lyon hotel');
    expect(weights.get('hotel')?.chunk).toBe(2 * (weights.get('lyon')?.chunk ?? 0));
    expect(meant.map(({ weight }) => weight)).toEqual(Array.from({ length: 3 }, () => rarity(400, 50)));
  });

  it('that is a pasted text is looked for by its rarest words', async () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}x`);
    const counts = Object.fromEntries(words.map((word, at) => [word, at + 1]));
    const { weights } = await readQuestion(store, scope(counts), words.join(' '));
    expect(new Set(weights.keys())).toEqual(new Set(words.slice(0, 48)));
  });
});
