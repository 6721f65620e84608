import { useCallback, useEffect, useState } from 'react';
import { logFailure } from './log.ts';

export type Fetched<T> = { name: 'idle' } | { name: 'loading' } | { name: 'ready'; value: T } | { name: 'failed' };

/**
 * Fetches something for a key, anew for another one; what comes too late is dropped.
 * @param key `null` fetches nothing
 * @param fetch the same function for the life of the component
 */
export function useFetched<T>(
  key: string | null,
  fetch: (key: string, signal: AbortSignal) => Promise<T>,
  sentence: string,
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
        logFailure(sentence, cause);
        setFetched({ name: 'failed' });
      },
    );
    return () => controller.abort();
  }, [key, fetch, sentence, attempt]);
  return [fetched, useCallback(() => setAttempt((before) => before + 1), [])];
}
