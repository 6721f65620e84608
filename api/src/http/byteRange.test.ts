import { parseByteRange } from './byteRange.ts';

it.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=900-', { start: 900, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'outside'],
  ['bytes=-0', 'outside'],
  [undefined, 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=9-3', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
  [`bytes=${'9'.repeat(40)}-`, 'whole'],
])('reads %p of 1,000 bytes', (header, range) => {
  expect(parseByteRange(header, 1_000)).toEqual(range);
});

it('an empty file has no range', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('outside');
});
