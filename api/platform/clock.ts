import { setTimeout as delay } from 'node:timers/promises';

/** Time of day and delays, passed in so that tests can control time. */
export interface Clock {
  now(): Date;
  /** Milliseconds from a fixed moment; never jumps when the time of day is set. */
  monotonic(): number;
  /** Resolves early, without an error, when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
};
