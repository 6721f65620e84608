import { createRandom } from './random.ts';

it('repeats the numbers of a seed and spreads them evenly', () => {
  const rollDice = (seed: string) => {
    const random = createRandom(seed);
    return Array.from({ length: 600 }, () => random.between(1, 6));
  };
  const rolls = rollDice('ada');
  expect(rollDice('ada')).toEqual(rolls);
  expect(rollDice('ben')).not.toEqual(rolls);
  for (const face of [1, 2, 3, 4, 5, 6]) expect(rolls.filter((roll) => roll === face).length).toBeGreaterThan(60);
});

it('returns numbers from 0 up to, but not including, 1, also if the seed is a number', () => {
  const draw = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 1_000 }, () => random.next());
  };
  const numbers = draw(7);
  expect(draw(7)).toEqual(numbers);
  expect(draw(8)).not.toEqual(numbers);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
});

it('keeps every item when it shuffles', () => {
  expect(createRandom('ada').shuffle([1, 2, 3, 4]).toSorted()).toEqual([1, 2, 3, 4]);
});
