import { shownDate } from './formatDate.ts';

it('writes a day as that day, wherever the reader is', () => {
  expect(shownDate('2026-11-01', 'long')).toBe('November 1, 2026');
  expect(shownDate('2026-11-01', 'medium')).toBe('Nov 1, 2026');
});

it('leaves alone what is no full date', () => {
  expect(shownDate('November 2026', 'long')).toBe('November 2026');
  expect(shownDate('2026-99-99', 'long')).toBe('2026-99-99');
  expect(shownDate('next Saturday', 'medium')).toBe('next Saturday');
  expect(shownDate('', 'medium')).toBe('');
});
