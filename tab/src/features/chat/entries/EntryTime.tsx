import { mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { DATE_LOCALE } from '#contract/limits.ts';
import { useEntryStyles } from './entry.styles.ts';

/** The time of an entry, with the date unless it is today. */
export function EntryTime({ timestamp, className }: { timestamp: string; className?: string }) {
  const styles = useEntryStyles();
  const [today] = useState(() => new Date().toDateString());
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return null;
  const isToday = date.toDateString() === today;
  const format = new Intl.DateTimeFormat(
    DATE_LOCALE,
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
  return (
    <time dateTime={timestamp} className={mergeClasses(styles.time, className)} data-shown-on-hover>
      {format.format(date)}
    </time>
  );
}
