import { setImmediate as tick } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';

/** A clock that only the test advances. */
export interface ManualClock extends Clock {
  /** Advances the time step by step. Sleepers wake in order, and the code of each runs before the next step. */
  advance(ms: number): Promise<void>;
}

/** Maximum turns of the event loop until code that has woken up sleeps again. */
const TURNS = 20;

export function createManualClock(): ManualClock {
  const start = Date.UTC(2026, 10, 20, 8);
  const sleepers = new Set<{ due: number; wake: () => void }>();
  let now = 0;
  return {
    now: () => new Date(start + now),
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = { due: now + ms, wake: () => (sleepers.delete(sleeper), resolve()) };
        sleepers.add(sleeper);
        if (signal?.aborted) sleeper.wake();
        else signal?.addEventListener('abort', sleeper.wake);
      }),
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        for (let turn = 0; turn < TURNS; turn += 1) await tick();
        const [next] = [...sleepers].toSorted((a, b) => a.due - b.due);
        if (!next || next.due > end) break;
        now = Math.max(now, next.due);
        next.wake();
      }
      now = end;
    },
  };
}
