import type { TextPart } from '#contract/files/locations.ts';
import { findPassage } from './findInText.rules.ts';

const parts: TextPart[] = [
  { location: { kind: 'page', page: 1 }, text: 'Travel policy.\nHotels may cost up to 140 euros.' },
  {
    location: { kind: 'page', page: 3 },
    text: 'In Lisbon, hotels may cost\n  up to 140 euros – a night. Don’t forget the receipt',
  },
];

const found = (target: Parameters<typeof findPassage>[1]) => {
  const passage = findPassage(parts, target);
  if (!passage?.ranges.length) return passage;
  return passage.ranges.map(({ from, to }) => parts[passage.part]?.text.slice(from, to)).join(' / ');
};

it('finds a quote with different line breaks, dashes and apostrophes', () => {
  expect(found({ quote: 'hotels may cost up to 140 euros - a night.' })).toBe(
    'hotels may cost\n  up to 140 euros – a night.',
  );
  expect(found({ quote: "don't forget" })).toBe('Don’t forget');
});

it('finds each sentence or row of a quote, without what is between them and the names of the columns', () => {
  expect(found({ quote: 'Travel policy.\nup to 140 euros.' })).toBe('Travel policy. / up to 140 euros.');
  const table: TextPart = { location: { kind: 'whole' }, text: '| City | Euros |\n| Oslo | 5 |\n| Rome | 7 |' };
  const passage = findPassage([table], { quote: '| City | Euros |\n| Rome | 7 |' });
  expect(passage?.ranges.map(({ from, to }) => table.text.slice(from, to))).toEqual(['| Rome | 7 |']);
});

it('searches the cited page first, then the others', () => {
  expect(findPassage(parts, { page: 3, quote: 'hotels may cost' })?.part).toBe(1);
  expect(findPassage(parts, { quote: 'hotels may cost' })?.part).toBe(0);
  expect(findPassage(parts, { page: 3, quote: 'Travel policy.' })?.part).toBe(0);
});

it('finds the beginning of a quote that continues on the next page', () => {
  expect(found({ quote: 'Don’t forget the receipt or the ticket of the way back' })).toEqual(null);
  expect(found({ quote: 'a night. Don’t forget the receipt and the ticket' })).toBe(
    'a night. Don’t forget the receipt',
  );
});

it('returns only the page when the quote is not found, and nothing without a page', () => {
  expect(findPassage(parts, { page: 3, quote: 'breakfast is included' })).toEqual({ part: 1, ranges: [] });
  expect(findPassage(parts, { quote: 'a (broken [pattern' })).toBeNull();
  expect(findPassage(parts, { page: 2 })).toBeNull();
  expect(findPassage([], {})).toBeNull();
});
