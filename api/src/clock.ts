/** The time of day and the passing of time, handed in so that tests may hold them. */
export interface Clock {
  now(): Date;
  /** Milliseconds from some fixed moment; never jumps when the time of day is set. */
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      if (signal?.aborted) wake();
      else signal?.addEventListener('abort', wake);
    }),
};
