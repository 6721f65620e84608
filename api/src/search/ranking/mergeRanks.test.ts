import { mergeRanks } from './mergeRanks.ts';

const merge = (...rankings: number[][]) => mergeRanks(rankings, (item) => item);

it('a single ranking is not changed', () => {
  expect(merge([3, 1, 2])).toEqual([3, 1, 2]);
});

it('a result of several rankings comes before a result of only one', () => {
  expect(merge([1, 2, 3], [4, 3, 5])).toEqual([3, 1, 4, 2, 5]);
});

it('the best result of one query comes before a result that ranks low for every query', () => {
  const others = (first: number) => Array.from({ length: 38 }, (_, index) => first + index);
  const merged = merge([1, ...others(100), 2], [3, ...others(200), 2]);
  expect(merged.slice(0, 2)).toEqual([1, 3]);
});

it('an empty ranking changes nothing', () => {
  expect(merge([1, 2], [])).toEqual([1, 2]);
  expect(merge([], [])).toEqual([]);
});
