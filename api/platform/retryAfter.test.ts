import { parseRetryAfter } from './retryAfter.ts';

const now = Date.parse('2026-11-27T08:00:00Z');

it.each<[string, unknown, number]>([
  ['seconds', '7', 7],
  ['a part of a second', '0.5', 0.5],
  ['a date', 'Fri, 27 Nov 2026 08:00:12 GMT', 12],
  ['a date that has passed', 'Fri, 27 Nov 2026 07:59:00 GMT', 0],
  ['a negative number', '-3', 0],
  ['a number without end', 'Infinity', 0],
  ['words', 'soon', 0],
  ['an empty text', ' ', 0],
  ['a number', 7, 7],
  ['nothing', undefined, 0],
])('reads %s', (_, value, seconds) => expect(parseRetryAfter(value, now)).toBe(seconds));
