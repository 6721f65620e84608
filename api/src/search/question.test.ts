import type { Scope } from '../storage/tables/chunkSearch.ts';
import { rarity, readQuestion } from './question.ts';

const scope: Scope = { shelfIds: [1], itemIds: null, files: 100, chunks: 400, meanLength: 100 };

/** A site of English files with one or two that show no language; stems are words without their last `s`. */
const store = (counts: Record<string, number>, languages = ['english', 'simple']) =>
  ({
    stems: {
      of: async (language: string, words: readonly string[]) =>
        new Map(
          words.map((word) => [
            word,
            language === 'simple' ? word : /^(?:the|of|a)$/.test(word) ? '' : word.replace(/s$/, ''),
          ]),
        ),
    },
    chunkSearch: {
      languages: async () => languages,
      counts: async (_: Scope, words: readonly string[]) =>
        new Map(
          words.flatMap((word) => {
            const count = counts[word];
            return count === undefined ? [] : [[word, { files: count, chunks: count }] as const];
          }),
        ),
    },
  }) as unknown as Parameters<typeof readQuestion>[0];

describe('a question', () => {
  it('is read in the languages of the files; a stem of one is no rarer than the word', async () => {
    const { weights, meant, asked } = await readQuestion(store({ hotel: 50, hotels: 1 }), scope, 'hotels');
    expect(asked).toEqual(['hotel']);
    expect(weights.get('hotels')).toEqual(weights.get('hotel'));
    expect(meant).toEqual([{ stems: ['hotel', 'hotels'], weight: rarity(400, 50) }]);
  });

  it('has no small words, even where a file in no language has them', async () => {
    const { weights } = await readQuestion(store({ the: 2, hotel: 50 }), scope, 'the hotel');
    expect([...weights.keys()]).toEqual(['hotel']);
  });

  it('keeps a stem that only files in the other language have', async () => {
    const { weights } = await readQuestion(store({ hotels: 3 }), scope, 'hotels');
    expect(weights.get('hotels')?.chunk).toBeCloseTo(rarity(400, 3));
  });

  it('takes a word that is nowhere for as rare as one that a single chunk has', async () => {
    const { weights, meant } = await readQuestion(store({ hotel: 50 }), scope, 'hotel zeppelin');
    expect(weights.has('zeppelin')).toBe(false);
    expect(meant[1]).toEqual({ stems: ['zeppelin'], weight: rarity(400, 1) });
  });

  it('weighs a word by how often it was asked', async () => {
    const { weights, meant } = await readQuestion(store({ hotel: 50, lyon: 50 }), scope, 'hotel lyon hotel');
    expect(weights.get('hotel')?.chunk).toBe(2 * (weights.get('lyon')?.chunk ?? 0));
    expect(meant.map(({ weight }) => weight)).toEqual(Array.from({ length: 3 }, () => rarity(400, 50)));
  });

  it('that is a pasted text is looked for by its rarest words', async () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}x`);
    const counts = Object.fromEntries(words.map((word, at) => [word, at + 1]));
    const { weights } = await readQuestion(store(counts), scope, words.join(' '));
    expect(new Set(weights.keys())).toEqual(new Set(words.slice(0, 48)));
  });
});
