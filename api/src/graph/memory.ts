import type { Clock } from '../../platform/clock.ts';

/** Answers that are worth something for a short time only. */
export interface Memory<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** @param keptMs how long an answer counts; of more than `most`, the oldest are forgotten first */
export function createMemory<T>(clock: Clock, keptMs: number, most: number): Memory<T> {
  const kept = new Map<string, { value: T; until: number }>();
  return {
    get(key) {
      const known = kept.get(key);
      return known && known.until > clock.monotonic() ? known.value : undefined;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, { value, until: clock.monotonic() + keptMs });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
