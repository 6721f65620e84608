import { toExcerptText } from './excerptText.ts';

it.each([
  ['| City | Price | | --- | --: | | Oslo | 160 |', 'City · Price · Oslo · 160'],
  ['| a \\| b | Ada<br>Ben |', 'a | b · Ada Ben'],
  ['| City | a long cell…', 'City · a long cell…'],
  ['Oslo | 160 |', 'Oslo · 160'],
  ['Use a || b, or a | b.', 'Use a || b, or a | b.'],
  ['No table.', 'No table.'],
])('%s reads as %s', (excerpt, text) => {
  expect(toExcerptText(excerpt)).toBe(text);
});
