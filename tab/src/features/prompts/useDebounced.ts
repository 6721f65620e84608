import { useEffect, useState } from 'react';

/** Follows a text after a pause in typing; an emptied one at once. */
export function useDebounced(text: string, delayMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}
