import { AvaError } from '#contract/errors.ts';
import type { Clock } from '#platform/clock.ts';

/**
 * Runs work for at most `ms`, and no longer than until `signal` is aborted, even if the work ignores the signal that it
 * gets. Throws `unexpected` with the reason if the time is up.
 */
export async function runWithin<T>(
  clock: Clock,
  { ms, reason }: { ms: number; reason: string },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const expired = new AbortController();
  const ended = new AbortController();
  const either = AbortSignal.any([signal, expired.signal]);
  const aborted = new Promise<never>((_, reject) =>
    either.addEventListener('abort', () => reject(either.reason as Error), { once: true }),
  );
  // If the work ends first, nobody awaits this promise.
  aborted.catch(() => undefined);
  void clock.sleep(ms, ended.signal).then(() => {
    if (!ended.signal.aborted) expired.abort(new AvaError('unexpected', { detail: reason }));
  });
  try {
    return await Promise.race([work(either), aborted]);
  } catch (error) {
    if (expired.signal.aborted && !signal.aborted) throw expired.signal.reason;
    throw error;
  } finally {
    ended.abort();
  }
}
