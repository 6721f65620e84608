import fc from 'fast-check';

import { splitIntoChunks, countTokens, truncateToTokens, splitIntoWords } from './tokens.ts';

describe('cutting text', () => {
  it('loses nothing, whatever the text and the size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (text, size) => {
        expect([...splitIntoWords(text, size)].join('')).toBe(text);
        expect([...splitIntoChunks(text, size)].join('')).toBe(text);
        expect(truncateToTokens(text, Infinity)).toEqual({ text, cut: false });
      }),
    );
  });

  it('never cuts through a surrogate pair', () => {
    expect([...splitIntoChunks('a😀b', 2)]).toEqual(['a😀', 'b']);
    expect([...splitIntoChunks('😀😀', 1)]).toEqual(['😀', '😀']);
  });

  it('gives so many words a delta, with the white space before each', () => {
    expect([...splitIntoWords('one two\n\n three four five ', 2)]).toEqual(['one two', '\n\n three four', ' five ']);
  });

  it('limits by the pieces that it counts', () => {
    expect(countTokens('one two three')).toBe(3);
    expect(truncateToTokens('one two three', 2)).toEqual({ text: 'one two', cut: true });
    expect(truncateToTokens('one two three', 3)).toEqual({ text: 'one two three', cut: false });
  });
});
