import { setImmediate as tick } from 'node:timers/promises';
import type { Clock } from '../../../api/platform/clock.ts';

/** A clock that a test moves by hand. */
export interface HandClock extends Clock {
  /** Lets time pass; whoever sleeps wakes in order and has its turns before time goes on. */
  pass(ms: number): Promise<void>;
}

const TURNS = 20;

export function handClock(): HandClock {
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
    async pass(ms) {
      const until = now + ms;
      for (;;) {
        for (let turn = 0; turn < TURNS; turn += 1) await tick();
        const [next] = [...sleepers].toSorted((a, b) => a.due - b.due);
        if (!next || next.due > until) break;
        now = Math.max(now, next.due);
        next.wake();
      }
      now = until;
    },
  };
}
