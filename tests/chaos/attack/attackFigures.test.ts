import { isReached, type Figure } from '#tests/bench/figures.ts';
import { toMemoryFigures } from './attackFigures.ts';

/** An hour of samples, whose fifths have this memory in MB. */
function measure(...fifths: readonly number[]): Figure | undefined {
  const memory = fifths.flatMap((mb) => Array.from({ length: 360 }, (_, index) => mb + (index % 40 === 0 ? 300 : 0)));
  return toMemoryFigures('api', { pids: [1], alive: true, memory, cpu: 0 }).find(({ name }) => name.includes('fifth'));
}

it.each([
  [[200, 400, 400, 420, 480], true],
  // The memory can grow for long at the start, but has to stay constant from the second fifth of the hour on.
  [[200, 400, 450, 480, 490], false],
  [[400, 400, 400, 400, 481], false],
  [[600, 400, 300, 300, 300], true],
])('an hour with %j MB of memory in its five parts passes the check of growth: %j', (fifths, isAllowed) => {
  const figure = measure(...fifths);
  expect(figure && isReached(figure)).toBe(isAllowed);
});

it('a run of a minute says nothing about growth', () => {
  const figures = toMemoryFigures('api', { pids: [1], alive: true, memory: [200, 400, 800], cpu: 0 });
  expect(figures.map(({ name }) => name)).toEqual(['api: peak memory']);
});
