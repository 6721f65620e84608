import type { Clock } from '../../api/platform/clock.ts';

/** Teams delivers again within minutes; the API remembers for longer and for every replica. */
const KEPT_MS = 600_000;

/** What this process has taken lately, so that a second delivery is not even looked at. */
export function createSeen(clock: Pick<Clock, 'monotonic'>): { first(key: string): boolean } {
  const seen = new Map<string, number>();
  return {
    first(key) {
      const now = clock.monotonic();
      for (const [old, at] of seen) {
        if (now - at < KEPT_MS) break;
        seen.delete(old);
      }
      if (seen.has(key)) return false;
      seen.set(key, now);
      return true;
    },
  };
}
