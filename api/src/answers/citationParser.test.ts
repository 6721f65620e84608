import fc from 'fast-check';
import { expectLinear } from '../../../tests/harness/hostile/linearTime.ts';
import { createCiting } from './citationParser.ts';

function cite(pieces: readonly string[], numbers: number[]): { text: string; used: readonly number[] } {
  const citing = createCiting(new Set(numbers));
  const text = pieces.map((piece) => citing.push(piece)).join('') + citing.end();
  return { text, used: citing.used() };
}

const whole = (text: string, ...numbers: number[]) => cite([text], numbers);

it('gives the model’s numbers the answer’s own, in the order of their first use', () => {
  expect(whole('Travel is 40 [7]. Rent is 12 [3][7]. All of it [12].', 3, 7, 12)).toEqual({
    text: 'Travel is 40 [1]. Rent is 12 [2][1]. All of it [3].',
    used: [7, 3, 12],
  });
});

it.each([
  ['two in one bracket', 'So it is [1, 2].', 'So it is [1][2].'],
  ['blanks around', 'So it is [ 2 , 1 ].', 'So it is [1][2].'],
  ['a long list', `Said [${Array.from({ length: 20 }, (_, index) => index + 1).join(', ')}].`, 'Said [1][2].'],
  ['one that was not given', 'So it is [9].', 'So it is.'],
  ['one that was not given among others', 'So it is [9, 1][8].', 'So it is [1].'],
  ['one that was not given at the beginning of a line', '- [9] is so', '- is so'],
  ['zero and a huge number', 'So it is [0] [999999].', 'So it is.'],
])('drops what was not given and keeps the rest: %s', (_, text, expected) => {
  expect(whole(text, 1, 2).text).toBe(expected);
});

it.each([
  ['words', 'see [here] and [1a] and [x1] and []'],
  ['a number of seven digits', 'call [1234567]'],
  ['what is no list', '[1,] [,1] [1 2] [1.2]'],
  ['a task', '- [ ] open\n- [x] done'],
  ['a list of figures', `[${Array.from({ length: 200 }, (_, index) => index).join(', ')}]`],
  ['a span of code', 'take `list[1]` and ``a ` [1]``'],
  ['a block of code', 'so:\n```js\nlist[1]\n\nlist[2]\n```\n'],
  ['a block that is still open', '~~~\nlist[1] '],
])('leaves %s alone', (_, text) => {
  expect(whole(text, 1, 2)).toEqual({ text, used: [] });
});

it('cites again behind code', () => {
  expect(whole('`a[1]` [1]\n```\n[1]\n```\n[1]', 1).text).toBe('`a[1]` [1]\n```\n[1]\n```\n[1]');
  expect(whole('`a[2]` [2]\n```\n[2]\n```\n[2]', 2).text).toBe('`a[2]` [1]\n```\n[2]\n```\n[1]');
});

it('leaves all brackets alone where there is nothing to cite', () => {
  expect(whole('as in [1] and [2, 3]')).toEqual({ text: 'as in [1] and [2, 3]', used: [] });
});

it('holds back no more than may become a citation', () => {
  const citing = createCiting(new Set([1]));
  expect(citing.push('Forty thousand [')).toBe('Forty thousand');
  expect(citing.push('1')).toBe('');
  expect(citing.push('] a year')).toBe(' [1] a year');
  expect(citing.push(' [1')).toBe('');
  expect(citing.end()).toBe(' [1');
});

it('gives whole characters that can be stored, however the model cut them', () => {
  for (const numbers of [[], [1]]) {
    expect(cite(['a\ud83d', '\ude00b', '\u0000c\ud83d', 'd', '\ude00', '\ud83d'], numbers).text).toBe(
      'a😀bc\ufffdd\ufffd\ufffd',
    );
    const citing = createCiting(new Set(numbers));
    expect(citing.push('a\ud83d')).toBe('a');
    expect(citing.push('\ude00')).toBe('😀');
  }
});

const bits = fc.oneof(
  fc.constantFrom(
    '[1]',
    '[2]',
    '[9]',
    '[1, 2]',
    '[',
    ']',
    ' ',
    '\n',
    '\n\n',
    '`',
    '``',
    '```',
    '~~~',
    '\\',
    ',',
    '1',
    '- ',
    '> ',
    '😀',
    '\ud83d',
    '\ude00',
    '\u0000',
  ),
  fc.string({ maxLength: 3 }),
);

it('gives the same in any cuts as whole', () => {
  const story = fc.record({
    text: fc.array(bits, { maxLength: 40 }).map((all) => all.join('')),
    cuts: fc.array(fc.nat(120)),
  });
  fc.assert(
    fc.property(story, ({ text, cuts }) => {
      const at = [...new Set([0, ...cuts, text.length])].filter((cut) => cut <= text.length).toSorted((a, b) => a - b);
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(pieces.join('')).toBe(text);
      for (const numbers of [[1, 2, 3], []]) {
        const result = cite(pieces, numbers);
        expect(result).toEqual(cite([text], numbers));
        expect(result.text.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('lets no number through that was not given', () => {
  const words = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 30 }).map((number) => `[${number}]`),
      fc.constantFrom(' so', ', ', '. ', '\n'),
    ),
  );
  fc.assert(
    fc.property(words, fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (text, allowed) => {
      const { text: shown, used } = whole(text.join(''), ...allowed);
      expect(used.every((number) => allowed.includes(number))).toBe(true);
      const cited = [...shown.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
      expect(new Set(cited)).toEqual(new Set(used.map((_, index) => index + 1)));
    }),
  );
});

it.each(['a', '`', '~', '[', ' [1', '[1,', '\\`', '> `'])(
  'a line of %j costs no more than its length',
  async (piece) => {
    const make = (size: number) => piece.repeat(size / piece.length).match(/[^]{1,40}/g) ?? [];
    await expectLinear(30_000, make, (pieces) => cite(pieces, [1, 2]));
  },
);
