import fc from 'fast-check';
import { expectLinear } from '#tests/harness/hostile/linearTime.ts';
import { createCitationParser } from './citationParser.ts';

function parseChunks(chunks: readonly string[], numbers: number[]): { text: string; used: readonly number[] } {
  const parser = createCitationParser(new Set(numbers));
  const text = chunks.map((chunk) => parser.push(chunk)).join('') + parser.end();
  return { text, used: parser.used() };
}

const parse = (text: string, ...numbers: number[]) => parseChunks([text], numbers);

it('renumbers citations in the order of their first use', () => {
  expect(parse('Travel is 40 [7]. Rent is 12 [3][7]. All of it [12].', 3, 7, 12)).toEqual({
    text: 'Travel is 40 [1]. Rent is 12 [2][1]. All of it [3].',
    used: [7, 3, 12],
  });
});

it.each([
  ['two in one bracket', 'So it is [1, 2].', 'So it is [1][2].'],
  ['spaces inside', 'So it is [ 2 , 1 ].', 'So it is [1][2].'],
  ['a long list', `Said [${Array.from({ length: 20 }, (_, index) => index + 1).join(', ')}].`, 'Said [1][2].'],
  ['an unknown number', 'So it is [9].', 'So it is.'],
  ['unknown numbers next to others', 'So it is [9, 1][8].', 'So it is [1].'],
  ['an unknown number at the start of a line', '- [9] is so', '- is so'],
  ['zero and a huge number', 'So it is [0] [999999].', 'So it is.'],
])('removes unknown numbers and keeps the others: %s', (_, text, expected) => {
  expect(parse(text, 1, 2).text).toBe(expected);
});

it.each([
  // As Qwen and other smaller models write them: https://github.com/ItzCrazyKns/Vane/pull/719
  ['a list without spaces', 'So it is [1,2][3].', 'So it is [1][2][3].'],
  ['a list with other separators', 'So it is [1; 2、3].', 'So it is [1][2][3].'],
  ['a range', 'So it is [1-3].', 'So it is [1][2][3].'],
  ['a range with a dash', 'So it is [1 – 2].', 'So it is [1][2].'],
  // As models of OpenAI and of China write them: https://github.com/facebook/astryx/pull/1179, and Onyx's citation_processor.py
  ['brackets of full width', '如此【2】【1】。', '如此[1][2]。'],
  ['a list in brackets of full width', 'So it is 【1, 2】 and ［3］.', 'So it is [1][2] and [3].'],
  ['lines after a dagger', 'So it is【1†L5-L6】【2†source】.', 'So it is[1][2].'],
  ['an unknown number of full width', 'So it is 【9】 【9†L1】.', 'So it is.'],
  [
    'bold text',
    '**40 million** [2], **50 million**[1], **60 million [3]**',
    '**40 million** [1], **50 million**[2], **60 million [3]**',
  ],
  [
    'cells of a table',
    '| Rent | 12 [3] |\n| Travel | 40[1] [2] | [9] |',
    '| Rent | 12 [1] |\n| Travel | 40[2] [3] | |',
  ],
])('reads citations as models write them: %s', (_, text, expected) => {
  expect(parse(text, 1, 2, 3).text).toBe(expected);
});

it.each([
  ['words in brackets', 'see [here] and [1a] and [x1] and []'],
  ['a number of seven digits', 'call [1234567]'],
  ['something that is not a list', '[1,] [,1] [1 2] [1.2]'],
  ['a task list', '- [ ] open\n- [x] done'],
  ['a range of years', 'grew [2019-2021]'],
  ['a scale', 'from [0-2] and [2-1] and [1-]'],
  ['words of full width', '【注意】 and 【†】 and 【1号】'],
  ['a list of figures', `[${Array.from({ length: 200 }, (_, index) => index).join(', ')}]`],
  ['a code span', 'take `list[1]` and ``a ` [1]``'],
  ['a code block', 'so:\n```js\nlist[1]\n\nlist[2]\n```\n'],
  ['a code block that is not closed', '~~~\nlist[1] '],
])('does not change %s', (_, text) => {
  expect(parse(text, 1, 2)).toEqual({ text, used: [] });
});

it('recognizes citations after code', () => {
  expect(parse('`a[1]` [1]\n```\n[1]\n```\n[1]', 1).text).toBe('`a[1]` [1]\n```\n[1]\n```\n[1]');
  expect(parse('`a[2]` [2]\n```\n[2]\n```\n[2]', 2).text).toBe('`a[2]` [1]\n```\n[2]\n```\n[1]');
});

it('does not change brackets if there are no passages', () => {
  expect(parse('as in [1] and [2, 3]')).toEqual({ text: 'as in [1] and [2, 3]', used: [] });
});

it('holds back only text that can become a citation', () => {
  const parser = createCitationParser(new Set([1]));
  expect(parser.push('Forty thousand [')).toBe('Forty thousand');
  expect(parser.push('1')).toBe('');
  expect(parser.push('] a year')).toBe(' [1] a year');
  expect(parser.push(' [1')).toBe('');
  expect(parser.end()).toBe(' [1');
});

it('returns whole characters without NUL, wherever the model splits its text', () => {
  for (const numbers of [[], [1]]) {
    expect(parseChunks(['a\ud83d', '\ude00b', '\u0000c\ud83d', 'd', '\ude00', '\ud83d'], numbers).text).toBe(
      'a😀bc\ufffdd\ufffd\ufffd',
    );
    const parser = createCitationParser(new Set(numbers));
    expect(parser.push('a\ud83d')).toBe('a');
    expect(parser.push('\ude00')).toBe('😀');
  }
});

const fragments = fc.oneof(
  fc.constantFrom(
    '[1]',
    '[2]',
    '[9]',
    '[1, 2]',
    '[1-3]',
    '【1†L2】',
    '【',
    '】',
    '†',
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

it('returns the same text for any division into chunks', () => {
  const divided = fc.record({
    text: fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join('')),
    cuts: fc.array(fc.nat(120)),
  });
  fc.assert(
    fc.property(divided, ({ text, cuts }) => {
      const ends = [...new Set([0, ...cuts, text.length])]
        .filter((cut) => cut <= text.length)
        .toSorted((a, b) => a - b);
      const chunks = ends.slice(1).map((end, index) => text.slice(ends[index], end));
      expect(chunks.join('')).toBe(text);
      for (const numbers of [[1, 2, 3], []]) {
        const result = parseChunks(chunks, numbers);
        expect(result).toEqual(parseChunks([text], numbers));
        expect(result.text.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

/** @proves threat:unknown-citations */
it('never lets an unknown number through', () => {
  const words = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 30 }).map((number) => `[${number}]`),
      fc.constantFrom(' so', ', ', '. ', '\n', '【1†'),
    ),
  );
  fc.assert(
    fc.property(words, fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (text, allowed) => {
      const { text: output, used } = parse(text.join(''), ...allowed);
      expect(used.every((number) => allowed.includes(number))).toBe(true);
      const cited = [...output.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
      expect(new Set(cited)).toEqual(new Set(used.map((_, index) => index + 1)));
    }),
  );
});

it.each(['a', '`', '~', '[', ' [1', '[1,', '【1†', '\\`', '> `'])(
  'takes linear time for a line of %j',
  async (piece) => {
    const make = (size: number) => piece.repeat(size / piece.length).match(/[^]{1,40}/g) ?? [];
    await expectLinear(30_000, make, (chunks) => parseChunks(chunks, [1, 2]));
  },
);
