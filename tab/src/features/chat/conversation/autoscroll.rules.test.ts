import {
  getAutoscrollChange,
  getAimedHeight,
  isAtEnd,
  isEndNear,
  hasLastEntryReachedTop,
  recordHeight,
  type Heights,
} from './autoscroll.rules.ts';

const view = (scrollTop: number) => ({ scrollTop, clientHeight: 600, scrollHeight: 2_000 });

it('the view is at the end within five pixels', () => {
  expect(isAtEnd(view(1_395))).toBe(true);
  expect(isAtEnd(view(1_394))).toBe(false);
});

it('autoscroll stops when the person scrolls up and starts again at the bottom', () => {
  expect(getAutoscrollChange(1_400, view(1_300))).toBe('off');
  expect(getAutoscrollChange(1_300, view(1_350))).toBe('same');
  expect(getAutoscrollChange(1_350, view(1_397))).toBe('on');
  expect(getAutoscrollChange(1_400, view(1_398))).toBe('same');
});

/** @proves limit:AUTOSCROLL_OFF_PX */
it('autoscroll stops when the start of a long last entry is within 100 px of the top', () => {
  expect(hasLastEntryReachedTop({ start: 1_400, size: 600 }, view(1_299))).toBe(false);
  expect(hasLastEntryReachedTop({ start: 1_400, size: 600 }, view(1_300))).toBe(true);
});

it('autoscroll does not stop for a short last entry', () => {
  expect(hasLastEntryReachedTop({ start: 40, size: 120 }, { scrollTop: 0, clientHeight: 600, scrollHeight: 600 })).toBe(
    false,
  );
});

it('the end of a complete answer is near within 40 percent of the view', () => {
  expect(isEndNear(view(1_160))).toBe(true);
  expect(isEndNear(view(1_159))).toBe(false);
});

it('the bottom before the list grew still counts as the bottom for a moment', () => {
  let heights: Heights = [];
  for (const [at, height] of [
    [0, 1_000],
    [900, 1_900],
    [1_100, 1_950],
    [1_200, 2_000],
  ] as const)
    heights = recordHeight(heights, at, height, 250);
  expect(getAimedHeight(heights, view(0))).toBe(1_900);
  expect(getAimedHeight(recordHeight(heights, 3_000, 2_000, 250), view(0))).toBe(2_000);
});
