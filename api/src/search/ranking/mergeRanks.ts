/**
 * Dampens the advantage of the first ranks. Cormack, Clarke and Büttcher (2009) use 60 for many rankings. With two or three
 * queries, 60 would place a result that ranks low for each of them before the best result of one of them.
 */
const RANK_CONSTANT = 10;

/**
 * Merges rankings by reciprocal rank fusion: an item scores the sum of 1 / (10 + rank) over the rankings that contain it.
 * Scores of different queries can't be compared, but ranks can. Equal items keep the order of the first ranking.
 */
export function mergeRanks<T>(rankings: readonly (readonly T[])[], getKey: (item: T) => number): T[] {
  const [only = [], ...others] = rankings;
  if (others.length === 0) return [...only];
  const merged = new Map<number, { item: T; score: number }>();
  for (const ranking of rankings)
    for (const [index, item] of ranking.entries()) {
      const entry = merged.get(getKey(item)) ?? { item, score: 0 };
      merged.set(getKey(item), { ...entry, score: entry.score + 1 / (RANK_CONSTANT + index + 1) });
    }
  return [...merged.values()].toSorted((a, b) => b.score - a.score).map(({ item }) => item);
}
