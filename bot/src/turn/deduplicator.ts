import type { Clock } from '#platform/clock.ts';

/** Teams repeats a delivery within minutes. The API's `claimActivity` remembers longer, for all bot processes. */
const KEPT_MS = 600_000;

/** Recognizes activities that this process has already handled, without calling the API. */
interface Deduplicator {
  isFirstDelivery(key: string): boolean;
  /** Whether this activity was delivered before. */
  has(key: string): boolean;
}

export function createDeduplicator(clock: Pick<Clock, 'monotonic'>): Deduplicator {
  const deliveredAt = new Map<string, number>();
  return {
    isFirstDelivery(key) {
      const now = clock.monotonic();
      for (const [oldKey, time] of deliveredAt) {
        if (now - time < KEPT_MS) break;
        deliveredAt.delete(oldKey);
      }
      if (deliveredAt.has(key)) return false;
      deliveredAt.set(key, now);
      return true;
    },
    has: (key) => deliveredAt.has(key),
  };
}
