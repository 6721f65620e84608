import { bestOf, mostTelling, widen } from './relevanceFeedback.ts';
import type { ReadableChunk } from './readableChunks.ts';
import type { Statistics } from '../access/readableScope.ts';

const scope: Statistics = { files: 10, chunks: 40, meanLength: 4 };

function chunk(file: string, text: string): ReadableChunk {
  const list = text.split(' ');
  const words: ReadableChunk['words'] = new Map(list.map((word, position) => [word, [{ position, field: 'D' }]]));
  return { id: 0, versionId: file, length: list.length, fileLength: list.length, words } as ReadableChunk;
}

describe('the best files', () => {
  const chunks = ['train rail', 'train hotel', 'rail soup', 'soup'].map((text, at) =>
    chunk(at < 2 ? 'travel' : `file${at}`, text),
  );

  it('speak with their best chunk each, the louder the better; what was not found does not speak', () => {
    const best = bestOf(chunks, [0.5, 1, 0.5, 0]);
    expect(best.map(({ candidate, say }) => [candidate, say])).toEqual([
      [chunks[1], 1],
      [chunks[2], 0.125],
    ]);
  });

  it('are told apart by words that few others have', () => {
    expect([...mostTelling([{ candidate: chunk('travel', 'train hotel') }], chunks).keys()]).toEqual([
      'hotel',
      'train',
    ]);
  });

  it('widen the question by their words, the more, the less of it was found', () => {
    const best = bestOf(chunks, [1, 0, 0, 0]);
    const rarities = new Map(['train', 'rail'].map((word) => [word, { chunk: 2, file: 2 }]));
    const asked = new Map([['train', { chunk: 2, file: 2 }]]);
    const amountOf = (doubted: number) => widen(asked, best, rarities, scope, doubted).get('rail')?.chunk ?? 0;
    expect(amountOf(1)).toBeGreaterThan(amountOf(0.5));
    expect(amountOf(0)).toBe(0);
    expect(widen(asked, best, rarities, scope, 1).get('train')?.chunk).toBeGreaterThan(2);
    expect(amountOf(1)).toBeLessThan(1);
  });
});
