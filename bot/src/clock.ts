import { setTimeout as pause } from 'node:timers/promises';

/** The time of day and the passing of time, handed in so that tests may hold them. */
export interface Clock {
  now(): Date;
  /** Milliseconds from some fixed moment; never jumps when the time of day is set. */
  monotonic(): number;
  /** Wakes early, without an error, when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
};
