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
  if (!passage?.range) return passage;
  return parts[passage.part]?.text.slice(passage.range.from, passage.range.to);
};

it('finds a quote with different line breaks, dashes and apostrophes', () => {
  expect(found({ quote: 'hotels may cost up to 140 euros - a night.' })).toBe(
    'hotels may cost\n  up to 140 euros – a night.',
  );
  expect(found({ quote: "don't forget" })).toBe('Don’t forget');
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
  expect(findPassage(parts, { page: 3, quote: 'breakfast is included' })).toEqual({ part: 1, range: null });
  expect(findPassage(parts, { quote: 'a (broken [pattern' })).toBeNull();
  expect(findPassage(parts, { page: 2 })).toBeNull();
  expect(findPassage([], {})).toBeNull();
});
