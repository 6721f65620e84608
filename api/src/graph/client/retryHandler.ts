import type { Context, Middleware } from '@microsoft/microsoft-graph-client';
import type { Clock } from '#platform/clock.ts';
import { parseRetryAfter } from '#platform/retryAfter.ts';
import { retryThrottled } from './retry.ts';

/** Delays all calls of a tenant while Graph throttles one of them: further calls would only prolong the throttling. */
export class Throttle {
  #until = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  pause(ms: number): void {
    this.#until = Math.max(this.#until, this.#clock.monotonic() + ms);
  }

  /** Returns early when the signal is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    const ms = this.#until - this.#clock.monotonic();
    if (ms > 0) await this.#clock.sleep(ms, signal);
  }
}

/** Retries throttled Graph requests. Not the SDK's own RetryHandler, which delays only the request that was throttled. */
export class RetryHandler implements Middleware {
  #next: Middleware | null = null;
  readonly #throttle: Throttle;
  readonly #canRetry: (status: number) => boolean;
  readonly #signal: AbortSignal;

  /** @param signal the signal of the request; once it is aborted, the request itself fails */
  constructor(throttle: Throttle, canRetry: (status: number) => boolean, signal: AbortSignal) {
    this.#throttle = throttle;
    this.#canRetry = canRetry;
    this.#signal = signal;
  }

  setNext(next: Middleware): void {
    this.#next = next;
  }

  async execute(context: Context): Promise<void> {
    await retryThrottled(
      async () => {
        await this.#throttle.wait(this.#signal);
        await this.#next?.execute(context);
      },
      () => {
        const { response } = context;
        return response && this.#canRetry(response.status)
          ? parseRetryAfter(response.headers.get('retry-after'))
          : null;
      },
      async (ms) => {
        this.#throttle.pause(ms);
        await context.response?.body?.cancel();
      },
    );
  }
}
