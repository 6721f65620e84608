import { useEffect, useState } from 'react';
import { useThoughtStyles } from './thoughts.styles.ts';
import { thoughtTexts } from './thoughts.texts.ts';

/** A shorter wait is shown without a time. */
const SHOWN_FROM_S = 20;

/** How long the person has waited for the first word of an answer. */
export function WaitingTime({ since }: { since: string }) {
  const styles = useThoughtStyles();
  const seconds = useSecondsSince(since);
  return seconds < SHOWN_FROM_S ? null : <span className={styles.time}>{thoughtTexts.waited(seconds)}</span>;
}

function useSecondsSince(time: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.floor((now - Date.parse(time)) / 1_000);
}
