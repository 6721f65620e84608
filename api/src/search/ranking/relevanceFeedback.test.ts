import { expandQuery, selectBestChunks, selectFeedbackWords } from './relevanceFeedback.ts';
import type { ReadableChunk } from './readableChunks.ts';
import type { Statistics } from '#api/search/access/readableScope.ts';

const statistics: Statistics = { files: 10, chunks: 40, meanLength: 4 };

function createChunk(file: string, text: string): ReadableChunk {
  const texts = text.split(' ');
  const words: ReadableChunk['words'] = new Map(texts.map((word, position) => [word, [{ position, field: 'D' }]]));
  return { id: 0, versionId: file, length: texts.length, fileLength: texts.length, words } as ReadableChunk;
}

describe('relevance feedback', () => {
  const chunks = ['train rail', 'train hotel', 'rail soup', 'soup'].map((text, index) =>
    createChunk(index < 2 ? 'travel' : `file${index}`, text),
  );

  it('uses the best chunk of each file, weighted by its score', () => {
    const best = selectBestChunks(chunks, [0.5, 1, 0.5, 0]);
    expect(best.map(({ candidate, influence }) => [candidate, influence])).toEqual([
      [chunks[1], 1],
      [chunks[2], 0.125],
    ]);
  });

  it('prefers words that few candidates contain', () => {
    expect([...selectFeedbackWords([{ candidate: createChunk('travel', 'train hotel') }], chunks).keys()]).toEqual([
      'hotel',
      'train',
    ]);
  });

  it('adds more weight to words the more uncertain the results are', () => {
    const best = selectBestChunks(chunks, [1, 0, 0, 0]);
    const feedbackWeights = new Map(['train', 'rail'].map((word) => [word, { chunk: 2, file: 2 }]));
    const queryWeights = new Map([['train', { chunk: 2, file: 2 }]]);
    const getAddedWeight = (uncertainty: number) =>
      expandQuery(queryWeights, best, feedbackWeights, statistics, uncertainty).get('rail')?.chunk ?? 0;
    expect(getAddedWeight(1)).toBeGreaterThan(getAddedWeight(0.5));
    expect(getAddedWeight(0)).toBe(0);
    expect(expandQuery(queryWeights, best, feedbackWeights, statistics, 1).get('train')?.chunk).toBeGreaterThan(2);
    expect(getAddedWeight(1)).toBeLessThan(1);
  });
});
