import fc from 'fast-check';
import { cutBlocks, noBlocks } from './blocks.ts';

const answer = [
  '# Costs',
  'Trains are **cheap**.\nFlights are not.',
  '- one\n- two\n\n  still two\n- three',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '```ts\nconst x = 1;\n\nconst y = 2;\n```',
  '> quoted\nlazily',
  'A title\n===',
  '1. first\n\n   more\n\n2. second',
  'the end',
].join('\n\n');

/** Cuts a text as it arrives in the given pieces. */
function arrive(text: string, sizes: readonly number[]) {
  let blocks = noBlocks;
  let at = 0;
  for (let piece = 0; at < text.length; piece += 1) {
    at = Math.min(text.length, at + (sizes[piece % sizes.length] ?? 1));
    blocks = cutBlocks(blocks, text.slice(0, at));
  }
  return blocks.parts;
}

it('cuts a text that arrives a character at a time where it cuts the whole text', () => {
  expect(arrive(answer, [1])).toEqual(cutBlocks(noBlocks, answer).parts);
  expect(cutBlocks(noBlocks, answer).parts.filter((part) => part.trim() !== '')).toHaveLength(9);
});

it('cuts any text alike, in whatever pieces it arrives', () => {
  const lines = fc.constantFrom(
    '# t',
    'word',
    '- a',
    '  b',
    '1. x',
    '> q',
    '```',
    '| a | b |',
    '| - | - |',
    '===',
    '',
    '    code',
    '***',
    '[a]: b',
  );
  fc.assert(
    fc.property(
      fc.array(lines, { maxLength: 25 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (text, sizes) => {
        const whole = text.join('\n');
        expect(arrive(whole, sizes).join('')).toBe(whole);
        expect(arrive(whole, sizes)).toEqual(cutBlocks(noBlocks, whole).parts);
      },
    ),
    { numRuns: 300 },
  );
});

it('keeps the parts joined the text, whatever line ends and tabs it has', () => {
  for (const text of ['a\r\n\r\nb', 'a\tb\n\n\tc', '\uFEFFa\n\n\0b'])
    expect(cutBlocks(noBlocks, text).parts.join('')).toBe(text);
});

it('begins anew for another text', () => {
  expect(cutBlocks(cutBlocks(noBlocks, 'one\n\ntwo'), 'three').parts).toEqual(['three']);
});
