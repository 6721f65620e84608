import { useEffect, useState } from 'react';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { useEntryStyles } from '#tab/features/chat/entries/entry.styles.ts';
import { useThoughtStyles } from './thoughts.styles.ts';
import { thoughtTexts } from './thoughts.texts.ts';

/** A shorter wait is shown without a time. */
const LONG_WAIT_S = 20;

/** How long the person has waited, if it is long. */
export function WaitingTime({ since }: { since: number }) {
  const styles = useThoughtStyles();
  const seconds = useSecondsSince(since);
  return seconds < LONG_WAIT_S ? null : <span className={styles.time}>{thoughtTexts.waited(seconds)}</span>;
}

/**
 * A line below a text that is being written: it names the limit that the text waits for, or says that the text has not
 * grown for long.
 */
export function Pause({ content, limit }: { content: string; limit: string }) {
  const styles = useEntryStyles();
  const since = useLastChange(content);
  const isLong = useSecondsSince(since) >= LONG_WAIT_S;
  if (limit === '' && !isLong) return null;
  return (
    <div className={styles.caption}>
      {limit || chatTexts.thinking} <WaitingTime since={since} />
    </div>
  );
}

function useLastChange(content: string): number {
  const [changedAt, setChangedAt] = useState(Date.now);
  useEffect(() => setChangedAt(Date.now()), [content]);
  return changedAt;
}

function useSecondsSince(time: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.floor((now - time) / 1_000);
}
