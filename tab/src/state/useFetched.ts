import { useCallback, useEffect, useState } from 'react';
import { logFailure } from './log.ts';

export type Fetched<T> = { name: 'idle' } | { name: 'loading' } | { name: 'ready'; value: T } | { name: 'failed' };

/**
 * Fetches a value for a key, and again when the key changes. Responses for an earlier key are ignored.
 * @param key `null` fetches nothing
 * @param fetch must be the same function for the lifetime of the component
 */
export function useFetched<T>(
  key: string | null,
  fetch: (key: string, signal: AbortSignal) => Promise<T>,
  failure: string,
): [Fetched<T>, () => void] {
  const [fetched, setFetched] = useState<Fetched<T>>({ name: 'idle' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (key === null) return setFetched({ name: 'idle' });
    const controller = new AbortController();
    setFetched({ name: 'loading' });
    fetch(key, controller.signal).then(
      (value) => controller.signal.aborted || setFetched({ name: 'ready', value }),
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure(failure, cause);
        setFetched({ name: 'failed' });
      },
    );
    return () => controller.abort();
  }, [key, fetch, failure, attempt]);
  return [fetched, useCallback(() => setAttempt((previous) => previous + 1), [])];
}
