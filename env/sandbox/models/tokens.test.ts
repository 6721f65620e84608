import fc from 'fast-check';

import { chunkDeltas, countPieces, limitPieces, wordDeltas } from './tokens.ts';

describe('cutting text', () => {
  it('loses nothing, whatever the text and the size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (text, size) => {
        expect([...wordDeltas(text, size)].join('')).toBe(text);
        expect([...chunkDeltas(text, size)].join('')).toBe(text);
        expect(limitPieces(text, Infinity)).toEqual({ text, cut: false });
      }),
    );
  });

  it('never cuts through a surrogate pair', () => {
    expect([...chunkDeltas('a😀b', 2)]).toEqual(['a😀', 'b']);
    expect([...chunkDeltas('😀😀', 1)]).toEqual(['😀', '😀']);
  });

  it('gives so many words a delta, with the white space before each', () => {
    expect([...wordDeltas('one two\n\n three four five ', 2)]).toEqual(['one two', '\n\n three four', ' five ']);
  });

  it('limits by the pieces that it counts', () => {
    expect(countPieces('one two three')).toBe(3);
    expect(limitPieces('one two three', 2)).toEqual({ text: 'one two', cut: true });
    expect(limitPieces('one two three', 3)).toEqual({ text: 'one two three', cut: false });
  });
});
