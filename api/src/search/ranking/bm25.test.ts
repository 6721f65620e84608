import type { Meant, Weights } from './queryTerms.ts';
import type { ReadableChunk } from './readableChunks.ts';
import type { Statistics } from '../access/readableScope.ts';
import { coverage, doubt, placeInFiles, scoreAlone, scoreByWords, toShare } from './bm25.ts';

const scope: Statistics = { files: 10, chunks: 40, meanLength: 10 };
const question = (...words: string[]) => ({
  meant: words.map((word): Meant => ({ stems: [word], weight: 2 })),
  weights: new Map(words.map((word) => [word, { chunk: 2, file: 2 }])) as Weights,
});

/** A chunk of ten words unless told, of a file of forty; words in the order they stand, a heading's in `above`. */
function chunk(file: string, text: string, { heading = '', title = '', length = 10 } = {}): ReadableChunk {
  const words: ReadableChunk['words'] = new Map();
  const put = (line: string, field: 'A' | 'B' | 'D', from: number) => {
    for (const [at, word] of line.split(' ').entries()) {
      if (word !== '' && word !== '…') words.set(word, [...(words.get(word) ?? []), { position: from + at, field }]);
    }
  };
  put(title, 'A', 1);
  put(heading, 'B', 20);
  put(text, 'D', 100);
  return { id: 0, versionId: file, length, fileLength: 40, words } as ReadableChunk;
}

const far = Array.from({ length: 20 }, () => '…').join(' ');

describe('what a chunk says by itself', () => {
  const { meant, weights } = question('travel', 'advances', 'settled');
  const alone = (...chunks: ReadableChunk[]) => scoreAlone(chunks, { meant }, weights, scope);

  it('counts for more where it is all of the question than where it is a part of it again and again', () => {
    const [all = 0, part = 0] = alone(
      chunk('letter', 'travel advances settled'),
      chunk('findings', 'travel advances travel advances travel advances', { heading: 'travel advances' }),
    );
    expect(all).toBeGreaterThan(part);
  });

  it('counts for more where the words stand together', () => {
    const [near = 0, apart = 0] = alone(chunk('near', 'advances … travel'), chunk('apart', `advances ${far} travel`));
    expect(near).toBeGreaterThan(apart);
  });

  it('takes a heading’s word only where the text does not have it', () => {
    const [both = 0, below = 0, text = 0] = alone(
      chunk('both', 'settled', { heading: 'settled' }),
      chunk('below', '…', { heading: 'settled' }),
      chunk('text', 'settled'),
    );
    expect([both, below]).toEqual([text, text]);
  });

  it('counts for less in a long chunk', () => {
    const [short = 0, long = 0] = alone(chunk('short', 'settled'), chunk('long', 'settled', { length: 40 }));
    expect(short).toBeGreaterThan(long);
  });
});

describe('the score of a chunk with its file', () => {
  const { meant, weights } = question('hotel', 'lyon');

  it('knows what other chunks of the file say', () => {
    const chunks = [chunk('travel', 'hotel'), chunk('travel', 'lyon'), chunk('menu', 'hotel')];
    const [ofTravel = 0, , ofMenu = 0] = scoreByWords(chunks, { meant }, weights, scope);
    expect(ofTravel).toBeGreaterThan(ofMenu);
  });

  it('knows the file’s title, unless titles are left out', () => {
    const chunks = [chunk('named', 'hotel', { title: 'lyon' }), chunk('other', 'hotel')];
    const [named = 0, other = 0] = scoreByWords(chunks, { meant }, weights, scope);
    expect(named).toBeGreaterThan(other);
    const [nameless = 0, same = 0] = scoreByWords(chunks, { meant }, weights, scope, false);
    expect(nameless - same).toBeLessThan(named - other);
  });

  it('of nothing found is nothing', () => {
    expect(scoreByWords([], { meant }, weights, scope)).toEqual([]);
    expect(scoreByWords([chunk('empty', '…')], { meant }, weights, scope)).toEqual([0]);
    expect(toShare([0, 0])).toEqual([0, 0]);
  });
});

describe('how much of a question a chunk says', () => {
  it('is weighed by the rarity of its words, in whichever language', () => {
    const meant = [
      { stems: ['reise', 'reis'], weight: 3 },
      { stems: ['hotel'], weight: 1 },
    ];
    expect(coverage(chunk('travel', 'reis'), { meant })).toBe(0.75);
    expect(coverage(chunk('travel', 'reise hotel'), { meant })).toBe(1);
    expect(coverage(chunk('travel', 'menu'), { meant })).toBe(0);
    expect(coverage(chunk('travel', 'menu'), { meant: [] })).toBe(0);
  });
});

describe('what was found leaves open whether it is what was asked for', () => {
  it.each([
    [0, 1],
    [0.5, 0.9375],
    [1, 0],
  ])('where it says %d of the question: %d', (covered, open) => expect(doubt(covered)).toBe(open));
});

it('the chunks of a file stand in the order of what they say themselves, the best as high as its file', () => {
  const chunks = [chunk('letter', 'remarks'), chunk('letter', 'settled'), chunk('menu', 'soup')];
  expect(placeInFiles(chunks, [0.9, 0.5, 0.6], [0.2, 1, 0.4])).toEqual([
    expect.closeTo(0.9 * 0.52),
    expect.closeTo(0.9),
    expect.closeTo(0.6),
  ]);
});
