import { getCanvasRatio, getFirstZoom, canZoom, getPagesToSearch, getPageScale, stepZoom } from './pageSize.rules.ts';

const a4 = { width: 595, height: 842 };

it('searches the cited page first, then its neighbors', () => {
  expect(getPagesToSearch(3, 9)).toEqual([3, 4, 2]);
  expect(getPagesToSearch(1, 9)).toEqual([1, 2]);
  expect(getPagesToSearch(9, 9)).toEqual([9, 8]);
  expect(getPagesToSearch(undefined, 3)).toEqual([1, 2, 3]);
});

it('fills the available width, also on a phone', () => {
  expect(getPageScale(a4, 595, 1)).toBe(1);
  expect(getPageScale(a4, 357, 1)).toBeCloseTo(0.6);
  expect(getPageScale(a4, 357, 2)).toBeCloseTo(1.2);
});

it('opens a page so that its text has at least 12 pixels', () => {
  for (const width of [376, 540, 640]) {
    const shown = 11 * getPageScale(a4, width, getFirstZoom(a4, width, 11));
    expect(shown).toBeGreaterThanOrEqual(12);
  }
  expect(getFirstZoom(a4, 800, 11)).toBe(1);
  expect(getFirstZoom(a4, 376, 0)).toBe(1);
  expect(getFirstZoom(a4, 376, 1)).toBe(2);
});

it('zooms in steps between 50 and 400 percent', () => {
  expect(stepZoom(1, 'in')).toBe(1.25);
  expect(stepZoom(1.25, 'out')).toBe(1);
  expect(stepZoom(4, 'in')).toBe(4);
  expect(canZoom(4, 'in')).toBe(false);
  expect(canZoom(0.5, 'out')).toBe(false);
});

it("renders at the screen's resolution, within the maximum canvas size", () => {
  expect(getCanvasRatio(a4, 1, 2)).toBe(2);
  const ratio = getCanvasRatio(a4, 8, 3);
  expect(a4.width * a4.height * 64 * ratio * ratio).toBeCloseTo(16_000_000, -2);
});
