import { useEffect, useState } from 'react';

/** Delay before a screen shows that it is loading; shorter waits would only flicker. */
const SKELETON_DELAY_MS = 200;

/** Returns false, and true after the delay. */
export function useDelayed(delayMs: number = SKELETON_DELAY_MS): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isOver;
}
