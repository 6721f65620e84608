import type { ReadableChunk } from './readableChunks.ts';
import { smooth } from './neighbors.ts';

function chunk(file: string, text: string): ReadableChunk {
  const list = text.split(' ');
  const words: ReadableChunk['words'] = new Map(list.map((word, position) => [word, [{ position, field: 'D' }]]));
  return { id: 0, versionId: file, length: list.length, fileLength: list.length, words } as ReadableChunk;
}

describe('neighbours', () => {
  const chunks = [
    chunk('one', 'rail ticket price'),
    chunk('two', 'rail ticket cost'),
    chunk('three', 'soup menu cost'),
  ];

  it('lift what says the same in other words', () => {
    const [, like = 0, unlike = 0] = smooth(chunks, [1, 0.2, 0.2], [0, 0, 0]);
    expect(like).toBeGreaterThan(0.2);
    expect(unlike).toBeLessThan(like);
  });

  it('have no say over what says all of the question', () => {
    expect(smooth(chunks, [1, 0.2, 0], [1, 0, 0])[0]).toBe(1);
    expect(smooth(chunks, [1, 0.2, 0], [0, 0, 0])[0]).toBeLessThan(1);
  });

  it('are other files: a file does not lift itself', () => {
    const twice = [chunk('one', 'rail ticket'), chunk('one', 'rail ticket')];
    expect(smooth(twice, [1, 0.2], [0, 0])).toEqual([1, 0.2]);
  });
});
