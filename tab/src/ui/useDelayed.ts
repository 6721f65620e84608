import { useEffect, useState } from 'react';

/** How long a screen stays still before it says that it is loading; shorter waits would only flicker. */
export const SKELETON_DELAY_MS = 200;

/** False at first, true once the time is over. */
export function useDelayed(delayMs: number = SKELETON_DELAY_MS): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return over;
}
