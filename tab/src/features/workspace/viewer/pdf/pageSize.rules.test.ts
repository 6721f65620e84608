import { canvasRatio, mayZoom, pagesToSearch, scaleOf, zoomed } from './pageSize.rules.ts';

const a4 = { width: 595, height: 842 };

it('looks on the cited page first, then on those beside it', () => {
  expect(pagesToSearch(3, 9)).toEqual([3, 4, 2]);
  expect(pagesToSearch(1, 9)).toEqual([1, 2]);
  expect(pagesToSearch(9, 9)).toEqual([9, 8]);
  expect(pagesToSearch(undefined, 3)).toEqual([1, 2, 3]);
});

it('fills the width that there is, on a phone too', () => {
  expect(scaleOf(a4, 595, 1)).toBe(1);
  expect(scaleOf(a4, 357, 1)).toBeCloseTo(0.6);
  expect(scaleOf(a4, 357, 2)).toBeCloseTo(1.2);
});

it('zooms in steps between a half and four times', () => {
  expect(zoomed(1, 'in')).toBe(1.25);
  expect(zoomed(1.25, 'out')).toBe(1);
  expect(zoomed(4, 'in')).toBe(4);
  expect(mayZoom(4, 'in')).toBe(false);
  expect(mayZoom(0.5, 'out')).toBe(false);
});

it('is as sharp as the screen, but no canvas is larger than a phone can hold', () => {
  expect(canvasRatio(a4, 1, 2)).toBe(2);
  const ratio = canvasRatio(a4, 8, 3);
  expect(a4.width * a4.height * 64 * ratio * ratio).toBeCloseTo(16_000_000, -2);
});
