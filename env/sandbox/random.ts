/** A generator of pseudo-random numbers that returns the same sequence for the same seed. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
};

/** Creates a generator (mulberry32). The same seed gives the same numbers in every process. */
export function createRandom(seed: number | string): Random {
  let state = typeof seed === 'number' ? seed : hashSeed(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (min, max) => min + below(max - min + 1),
    pick: (items) => items[below(items.length)]!,
    shuffle: (items) => {
      const rest = [...items];
      return items.map(() => rest.splice(below(rest.length), 1)[0]!);
    },
  };
}

/** FNV-1a over the bytes of the text. */
function hashSeed(text: string): number {
  return Buffer.from(text).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}
