import { isAvaError } from '#contract/errors.ts';

/** Waits `ms`; rejects with the signal's reason when it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

interface RetryOptions {
  attempts: number;
  /** Used when the server does not say how long to wait. */
  defaultWaitS: number;
  signal?: AbortSignal;
}

/** Retries a call that is answered with 429, after the time that the server asks for. */
export async function retryWhenBusy<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (cause) {
      const isBusy = isAvaError(cause) && cause.code === 'too_many_requests';
      if (!isBusy || attempt >= options.attempts) throw cause;
      await pause((cause.retryAfter ?? options.defaultWaitS) * 1_000, options.signal);
    }
  }
}

/** Repeats a call that failed without an answer, or with an error of the server, after a fixed delay. */
export async function retryTransient<T>(
  call: () => Promise<T>,
  { retries, delayMs }: { retries: number; delayMs: number },
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (cause) {
      const isFinal = isAvaError(cause) && cause.status < 500;
      if (isFinal || attempt >= retries) throw cause;
      await pause(delayMs);
    }
  }
}
