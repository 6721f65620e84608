import { DATE_LOCALE } from '#contract/limits.ts';

const ISO = /^\d{4}-\d{2}-\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Formats an ISO time in the time zone of the person. */
export function formatTime(time: string): string {
  return new Date(time).toLocaleString(DATE_LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * Formats an ISO date. Anything else is returned unchanged. A date without a time is the same day in every time zone.
 */
export function formatDate(date: string, dateStyle: 'medium' | 'long'): string {
  const parsed = new Date(date);
  if (!ISO.test(date) || Number.isNaN(parsed.valueOf())) return date;
  return parsed.toLocaleDateString(DATE_LOCALE, { dateStyle, ...(DAY.test(date) ? { timeZone: 'UTC' } : {}) });
}
