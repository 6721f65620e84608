import { useCallback, useEffect, useState } from 'react';
import { logFailure } from '../../state/log.ts';

export type Loaded<T> = { name: 'loading' } | { name: 'ready'; value: T } | { name: 'failed' };

/** Something fetched for as long as a panel is open, with a way to try again; `fetchIt` must stay the same function. */
export function useLoaded<T>(fetchIt: () => Promise<T>, what: string): [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ name: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let shown = true;
    setLoaded({ name: 'loading' });
    fetchIt().then(
      (value) => shown && setLoaded({ name: 'ready', value }),
      (cause: unknown) => {
        logFailure(what, cause);
        if (shown) setLoaded({ name: 'failed' });
      },
    );
    return () => {
      shown = false;
    };
  }, [attempt, fetchIt, what]);
  return [loaded, useCallback(() => setAttempt((count) => count + 1), [])];
}
