import fc from 'fast-check';
import { createBlockSplitter, type Part } from './blockSplitter.ts';
import { limits } from './renderLimits.ts';

const textsOf = (parts: readonly Part[]) => parts.map(({ text }) => text);
const cut = (text: string) => createBlockSplitter()(text);

const blocks = [
  '# Costs',
  'Trains are **cheap**.\nFlights are not.',
  '- one\n- two\n\n  still two\n- three',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '```ts\nconst x = 1;\n\nconst y = 2;\n```',
  '> quoted\nlazily',
  'A title\n===',
  '    indented\n\n    code',
  '1. first\n\n   more\n\n2. second',
  '[^n]: a note\n\n    with more',
  '<div>\n**tags**\n</div>',
  'the end',
];
const answer = blocks.join('\n\n');

/** Splits a text that arrives in pieces of the given sizes. */
function arrive(text: string, sizes: readonly number[]): readonly Part[] {
  const grow = createBlockSplitter();
  let parts: readonly Part[] = [];
  for (let index = 0, piece = 0; index < text.length; piece += 1) {
    index = Math.min(text.length, index + (sizes[piece % sizes.length] ?? 1));
    parts = grow(text.slice(0, index));
  }
  return parts;
}

it('splits a text at its block boundaries', () => {
  expect(textsOf(cut(answer)).map((text) => text.trimEnd())).toEqual(blocks);
  const special = cut(answer).filter(({ kind }) => kind !== 'markdown');
  expect(special.map(({ kind, text }) => [kind, text.slice(0, 4)])).toEqual([
    ['code', '```t'],
    ['note', '[^n]'],
  ]);
});

it('splits any text the same way however it arrives in pieces, and loses no character', () => {
  const starts =
    '# t|word|- a|  b|1. x|2) y|> q|```|~~~ ts|===|---|-|    code|***|[a]: b|[^a]: b|<!-- c|-->|<div>|\t- x|\0';
  const line = fc.constantFrom('', '| a | b |', '| - | - |', ...starts.split('|'));
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), sizes, ends, (lines, pieces, end) => {
      const text = lines.join(end);
      expect(textsOf(cut(text)).join('')).toBe(text);
      expect(arrive(text, pieces)).toEqual(cut(text));
    }),
    { numRuns: 500 },
  );
});

it('keeps the objects of finished parts', () => {
  const grow = createBlockSplitter();
  const before = grow('one\n\ntwo\n\nthr');
  const after = grow('one\n\ntwo\n\nthree\n\nfour');
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
});

it('starts over for another text', () => {
  const grow = createBlockSplitter();
  grow('one\n\ntwo');
  expect(textsOf(grow('three'))).toEqual(['three']);
});

it('splits a long list before an item and a long table before a row, under the same header', () => {
  const list = cut('- an item with **bold** words\n'.repeat(200));
  expect(list.length).toBeGreaterThan(2);
  expect(list.every(({ kind, text }) => kind === 'markdown' && text.startsWith('- an item'))).toBe(true);
  const header = '| a | b |\n| - | - |\n';
  const table = cut(header + '| 1 | 2 |\n'.repeat(300));
  expect(table.length).toBeGreaterThan(2);
  expect(table.map((part) => part.header)).toEqual(['', ...Array.from({ length: table.length - 1 }, () => header)]);
});

it('does not treat a short table as a split one', () => {
  expect(cut('| a | b |\n| - | - |').map((part) => part.header)).toEqual(['']);
});

it.each([
  ['deep quotes', '>'.repeat(limits.depth + 1)],
  ['deep lists', '- '.repeat(limits.depth + 1) + 'a'],
  [
    'lists that grow deeper',
    Array.from({ length: limits.depth + 1 }, (_, index) => `${' '.repeat(2 * index)}- a`).join('\n'),
  ],
  [
    'lists that grow deeper in a quote',
    Array.from({ length: 20 }, (_, index) => `> ${' '.repeat(2 * index)}- a`).join('\n'),
  ],
  ['a deep list in one line', `${'- '.repeat(1_000)}a`],
  ['many delimiters', '**a_ '.repeat(limits.blockUnits)],
  ['many brackets', '['.repeat(limits.blockUnits)],
  ['a long line', 'a'.repeat(limits.blockCharacters + 1)],
  ['a wide table', `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n`],
])('leaves %s unchanged', (_name, text) => {
  expect(cut(`before\n\n${text}\n\nafter`).map(({ kind }) => kind)).toEqual(['markdown', 'plain', 'markdown']);
});

it.each([
  ['a nested list', '- a\n  - b\n    - c\n      - d\n\n        more'],
  ['a long paragraph with links', 'See [the policy](https://a.example/policy) and **more**. '.repeat(40)],
  ['quotes in a mail', '> > > > first\n> > > second\n> third'],
  ['names with underscores', '`read_file` calls open_file_now and close_file. '.repeat(30)],
])('passes %s to the parser', (_name, text) => {
  expect(cut(text).map(({ kind }) => kind)).toEqual(['markdown']);
});

it('makes all text beyond the maximum of units one plain part', () => {
  const parts = cut('Some **bold** words.\n\n'.repeat(20_000));
  expect(parts.at(-1)?.kind).toBe('plain');
  expect(parts.length).toBeLessThan(limits.textUnits / limits.partUnits);
  expect(textsOf(parts).join('')).toHaveLength('Some **bold** words.\n\n'.length * 20_000);
});
