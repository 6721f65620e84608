import type { TextRun } from './textRun.ts';
import { toLogicalOrder } from './rightToLeft.ts';

/** Pieces that stand next to each other from left to right, as a browser prints them. */
function print(...texts: string[]): TextRun[] {
  let x = 50;
  return texts.map((text) => {
    const run = { text, x, y: 100, width: text.length * 5, height: 10, upright: true, endsLine: false };
    x += run.width;
    return run;
  });
}

it.each([
  ['letters that are printed one by one', ['ر', 'ا', 'ج', 'ي', 'إ', ' ', 'د', 'ق', 'ع'], 'عقد إيجار'],
  [
    'a number and a name within a line',
    ['.', '(', 'Unit 4B', ')', ' ', '2026', ' ', 'החל ממאי'],
    'החל ממאי 2026 (Unit 4B).',
  ],
  [
    'words from left to right that are printed apart',
    ['שלום', ' ', 'Unit', ' ', '4B', ' ', 'זה הסוף של המשפט'],
    'זה הסוף של המשפט Unit 4B שלום',
  ],
  ['a line that is mostly from left to right', ['The word ', 'שלום', ' means peace'], 'The word |שלום| means peace'],
])('%s are read in order', (_, texts, expected) => {
  expect(
    toLogicalOrder(print(...texts))
      .map(({ text }) => text)
      .join(expected.includes('|') ? '|' : ''),
  ).toBe(expected);
});

it('cells that are printed with wide blanks are read from the right, each with the label of its list', () => {
  const [left, blank, right, label] = print('סכום', ' '.repeat(8), 'חודש', '.1');
  expect(toLogicalOrder([left!, blank!, right!, { ...label!, endsLine: true }])).toMatchObject([
    { text: '1.חודש', x: right!.x, endsLine: false },
    { text: 'סכום', x: left!.x, endsLine: true },
  ]);
});

it('cells and lines stay apart', () => {
  const [first, second] = print('חודש', 'סכום');
  const wide = { ...second!, x: 300 };
  expect(toLogicalOrder([first!, wide])).toEqual([first, wide]);
  const ended = { ...first!, endsLine: true };
  expect(toLogicalOrder([ended, second!])).toEqual([ended, second]);
});
