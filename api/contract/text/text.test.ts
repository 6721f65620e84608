import { truncate } from './text.ts';

it.each([
  ['Ada', 5, 'Ada'],
  ['Ada', 2, 'Ad'],
  ['Ada', 0, ''],
  ['', 3, ''],
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['a😀', 3, 'a😀'],
  ['a\ud83d', 5, 'a'],
])('cuts %j at %i units without splitting a character', (text, length, expected) => {
  expect(truncate(text, length)).toBe(expected);
});
