import { mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { DATE_LOCALE } from '../../../../../api/contract/limits.ts';
import { useEntryStyles } from './entry.styles.ts';

/** The time of an entry, with the date unless it is today. */
export function EntryTime({ timestamp, className }: { timestamp: string; className?: string }) {
  const styles = useEntryStyles();
  const [now] = useState(() => new Date().toDateString());
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return null;
  const today = date.toDateString() === now;
  const format = new Intl.DateTimeFormat(
    DATE_LOCALE,
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
  return (
    <time dateTime={timestamp} className={mergeClasses(styles.time, className)} data-quiet>
      {format.format(date)}
    </time>
  );
}
