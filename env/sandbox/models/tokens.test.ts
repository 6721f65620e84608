import fc from 'fast-check';
import { anyCharacter } from '../../../tests/harness/anyCharacter.ts';

import { splitIntoChunks, countTokens, truncateToTokens, splitIntoWords } from './tokens.ts';

describe('splitting text', () => {
  it('keeps the whole text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 1, max: 9 }), (text, size) => {
        expect([...splitIntoWords(text, size)].join('')).toBe(text);
        expect([...splitIntoChunks(text, size)].join('')).toBe(text);
        expect(truncateToTokens(text, Infinity)).toEqual({ text, isTruncated: false });
      }),
    );
  });

  it('does not split surrogate pairs', () => {
    expect([...splitIntoChunks('a😀b', 2)]).toEqual(['a😀', 'b']);
    expect([...splitIntoChunks('😀😀', 1)]).toEqual(['😀', '😀']);
  });

  it('puts the given number of words into each delta, with the white space before each word', () => {
    expect([...splitIntoWords('one two\n\n three four five ', 2)]).toEqual(['one two', '\n\n three four', ' five ']);
  });

  it('truncates to the tokens that it counts', () => {
    expect(countTokens('one two three')).toBe(3);
    expect(truncateToTokens('one two three', 2)).toEqual({ text: 'one two', isTruncated: true });
    expect(truncateToTokens('one two three', 3)).toEqual({ text: 'one two three', isTruncated: false });
  });
});
