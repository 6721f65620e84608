import { describeUnread, isPartlyRead, UnreadContents, UnreadCounts, type UnreadContent } from './unread.ts';

it.each<[string | undefined, UnreadContent[]]>([
  [undefined, []],
  ['1 chart was not read.', [{ kind: 'chart', count: 1 }]],
  ['3 charts were not read.', [{ kind: 'chart', count: 3 }]],
  [
    '3 charts and 1 attached message were not read.',
    [
      { kind: 'chart', count: 3 },
      { kind: 'message', count: 1 },
    ],
  ],
  [
    '12,000 rows, 1 equation, and 2 formulas without a saved result were not read.',
    [
      { kind: 'row', count: 12_000 },
      { kind: 'equation', count: 1 },
      { kind: 'formula', count: 2 },
    ],
  ],
])('says what was not read: %s', (sentence, contents) => {
  expect(describeUnread(contents)).toBe(sentence);
});

it('lists each kind once, in the order of the sentence', () => {
  const counts = new UnreadCounts();
  counts.add('picture');
  counts.add('chart', 2);
  counts.add('row', 0);
  counts.addAll([
    { kind: 'picture', count: 3 },
    { kind: 'chart', count: 1 },
  ]);
  expect(counts.list()).toEqual([
    { kind: 'chart', count: 3 },
    { kind: 'picture', count: 4 },
  ]);
  expect(UnreadContents.safeParse(counts.list()).success).toBe(true);
});

it('a file is partly read if it has more than pictures and macros that were left out', () => {
  expect(isPartlyRead([{ kind: 'picture', count: 9 }])).toBe(false);
  expect(
    isPartlyRead([
      { kind: 'chart', count: 1 },
      { kind: 'picture', count: 9 },
    ]),
  ).toBe(true);
});
