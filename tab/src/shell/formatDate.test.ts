import { formatDate } from './formatDate.ts';

it('formats a day as the same day in every time zone', () => {
  expect(formatDate('2026-11-01', 'long')).toBe('November 1, 2026');
  expect(formatDate('2026-11-01', 'medium')).toBe('Nov 1, 2026');
});

it('returns anything but a full date unchanged', () => {
  expect(formatDate('November 2026', 'long')).toBe('November 2026');
  expect(formatDate('2026-99-99', 'long')).toBe('2026-99-99');
  expect(formatDate('next Saturday', 'medium')).toBe('next Saturday');
  expect(formatDate('', 'medium')).toBe('');
});
