import type { QueryWord, Weights } from './queryTerms.ts';
import type { ReadableChunk } from './readableChunks.ts';
import type { Statistics } from '#api/search/access/readableScope.ts';
import { measureCoverage, normalize, orderWithinFiles, scoreByWords, scoreChunks, toUncertainty } from './bm25.ts';

const statistics: Statistics = { files: 10, chunks: 40, meanLength: 10 };
const createQuery = (...words: string[]) => ({
  words: words.map((word): QueryWord => ({ stems: [word], weight: 2 })),
  weights: new Map(words.map((word) => [word, { chunk: 2, file: 2 }])) as Weights,
});

/** Creates a chunk of a file of forty words. */
function createChunk(file: string, text: string, { heading = '', title = '', length = 10 } = {}): ReadableChunk {
  const words: ReadableChunk['words'] = new Map();
  const add = (line: string, field: 'A' | 'B' | 'D', start: number) => {
    for (const [index, word] of line.split(' ').entries()) {
      if (word !== '' && word !== '…')
        words.set(word, [...(words.get(word) ?? []), { position: start + index, field }]);
    }
  };
  add(title, 'A', 1);
  add(heading, 'B', 20);
  add(text, 'D', 100);
  return { id: 0, versionId: file, length, fileLength: 40, words } as ReadableChunk;
}

const filler = Array.from({ length: 20 }, () => '…').join(' ');

describe('the score of a chunk', () => {
  const { words, weights } = createQuery('travel', 'advances', 'settled');
  const score = (...chunks: ReadableChunk[]) => scoreChunks(chunks, { words }, weights, statistics);

  it('is higher for the whole query than for a repeated part of it', () => {
    const [whole = 0, part = 0] = score(
      createChunk('letter', 'travel advances settled'),
      createChunk('findings', 'travel advances travel advances travel advances', { heading: 'travel advances' }),
    );
    expect(whole).toBeGreaterThan(part);
  });

  it('is higher if the words are close to each other', () => {
    const [close = 0, distant = 0] = score(
      createChunk('close', 'advances … travel'),
      createChunk('distant', `advances ${filler} travel`),
    );
    expect(close).toBeGreaterThan(distant);
  });

  it('counts a word of the heading only if the text does not contain it', () => {
    const [both = 0, heading = 0, text = 0] = score(
      createChunk('both', 'settled', { heading: 'settled' }),
      createChunk('heading', '…', { heading: 'settled' }),
      createChunk('text', 'settled'),
    );
    expect([both, heading]).toEqual([text, text]);
  });

  it('counts a word of the heading alike above a short chunk and a longer one', () => {
    const [short = 0, longer = 0] = score(
      createChunk('short', '…', { heading: 'settled', length: 2 }),
      createChunk('longer', '…', { heading: 'settled' }),
    );
    expect(short).toBe(longer);
  });

  it('is lower for a long chunk', () => {
    const [short = 0, long = 0] = score(
      createChunk('short', 'settled'),
      createChunk('long', 'settled', { length: 40 }),
    );
    expect(short).toBeGreaterThan(long);
  });
});

describe('the score of a chunk with its file', () => {
  const { words, weights } = createQuery('hotel', 'lyon');
  const query = { words, titles: new Map<string, number>() };

  it('includes words of other chunks of the file', () => {
    const chunks = [createChunk('travel', 'hotel'), createChunk('travel', 'lyon'), createChunk('menu', 'hotel')];
    const [travel = 0, , menu = 0] = scoreByWords(chunks, query, weights, statistics);
    expect(travel).toBeGreaterThan(menu);
  });

  it('includes the title of the file, unless titles are switched off', () => {
    const chunks = [createChunk('titled', 'hotel', { title: 'lyon' }), createChunk('untitled', 'hotel')];
    const [titled = 0, untitled = 0] = scoreByWords(chunks, query, weights, statistics);
    expect(titled).toBeGreaterThan(untitled);
    const [first = 0, second = 0] = scoreByWords(chunks, query, weights, statistics, false);
    expect(first - second).toBeLessThan(titled - untitled);
  });

  it('is higher for a file with a word in its name that few names have', () => {
    const chunks = [
      createChunk('report', 'hotel lyon', { title: '2022' }),
      createChunk('other', 'hotel lyon', { title: '2021' }),
    ];
    const titles = new Map([['2022', 2]]);
    const [report = 0, other = 0] = scoreByWords(chunks, { words, titles }, weights, statistics);
    expect(report).toBeGreaterThan(other);
    const [first, second] = scoreByWords(chunks, { words, titles }, weights, statistics, false);
    expect(first).toBe(second);
  });

  it('is 0 if nothing was found', () => {
    expect(scoreByWords([], query, weights, statistics)).toEqual([]);
    expect(scoreByWords([createChunk('empty', '…')], query, weights, statistics)).toEqual([0]);
    expect(normalize([0, 0])).toEqual([0, 0]);
  });
});

describe('the coverage of a query', () => {
  it('is weighted by the rarity of the words, in any language', () => {
    const words = [
      { stems: ['reise', 'reis'], weight: 3 },
      { stems: ['hotel'], weight: 1 },
    ];
    expect(measureCoverage(createChunk('travel', 'reis'), { words })).toBe(0.75);
    expect(measureCoverage(createChunk('travel', 'reise hotel'), { words })).toBe(1);
    expect(measureCoverage(createChunk('travel', 'menu'), { words })).toBe(0);
    expect(measureCoverage(createChunk('travel', 'menu'), { words: [] })).toBe(0);
  });
});

describe('the uncertainty for a coverage', () => {
  it.each([
    [0, 1],
    [0.5, 0.9375],
    [1, 0],
  ])('of %d is %d', (coverage, uncertainty) => expect(toUncertainty(coverage)).toBe(uncertainty));
});

it('orders the chunks of a file by their own scores and gives the best chunk the score of the file', () => {
  const chunks = [createChunk('letter', 'remarks'), createChunk('letter', 'settled'), createChunk('menu', 'soup')];
  expect(orderWithinFiles(chunks, [0.9, 0.5, 0.6], [0.2, 1, 0.4])).toEqual([
    expect.closeTo(0.9 * 0.52),
    expect.closeTo(0.9),
    expect.closeTo(0.6),
  ]);
});
