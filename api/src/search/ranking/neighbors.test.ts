import type { ReadableChunk } from './readableChunks.ts';
import { smoothScores } from './neighbors.ts';

function createChunk(file: string, text: string): ReadableChunk {
  const texts = text.split(' ');
  const words: ReadableChunk['words'] = new Map(texts.map((word, position) => [word, [{ position, field: 'D' }]]));
  return { id: 0, versionId: file, length: texts.length, fileLength: texts.length, words } as ReadableChunk;
}

describe('the neighbors of a chunk', () => {
  const chunks = [
    createChunk('one', 'rail ticket price'),
    createChunk('two', 'rail ticket cost'),
    createChunk('three', 'soup menu cost'),
  ];

  it('raise the score of similar chunks', () => {
    const [, similar = 0, different = 0] = smoothScores(chunks, [1, 0.2, 0.2], [0, 0, 0]);
    expect(similar).toBeGreaterThan(0.2);
    expect(different).toBeLessThan(similar);
  });

  it('do not affect a chunk that covers the whole query', () => {
    expect(smoothScores(chunks, [1, 0.2, 0], [1, 0, 0])[0]).toBe(1);
    expect(smoothScores(chunks, [1, 0.2, 0], [0, 0, 0])[0]).toBeLessThan(1);
  });

  it('are other files: a file does not raise its own score', () => {
    const sameFile = [createChunk('one', 'rail ticket'), createChunk('one', 'rail ticket')];
    expect(smoothScores(sameFile, [1, 0.2], [0, 0])).toEqual([1, 0.2]);
  });
});
