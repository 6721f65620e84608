import { DATE_LOCALE } from '#contract/limits.ts';
import type { Prompt } from './prompt.ts';

interface Surroundings {
  organization: string;
  /** The time zone as the client sent it, unchecked. */
  timeZone?: string | undefined;
}

/**
 * Tells the model what day it is and for which organization it works: the model knows neither, and cannot understand
 * "last quarter" or "our" without them. The text changes once a day, so that a provider can still cache the beginning
 * of prompts.
 */
export function addToday<T extends Pick<Prompt, 'messages'>>(
  prompt: T,
  now: Date,
  { organization, timeZone }: Surroundings,
): T {
  const facts = `Today is ${formatDay(now, timeZone)}. The person works for ${organization}.`;
  const [first, ...rest] = prompt.messages;
  const system =
    first?.role === 'system' && typeof first.content === 'string'
      ? [{ ...first, content: `${first.content}\n\n${facts}` }, ...rest]
      : [{ role: 'system' as const, content: facts }, ...prompt.messages];
  return { ...prompt, messages: system };
}

/** The day in a time zone, and the zone's official name. An unknown zone counts as UTC. */
function formatDay(now: Date, timeZone = 'UTC'): string {
  try {
    const format = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'full', timeZone });
    return `${format.format(now)} (${format.resolvedOptions().timeZone})`;
  } catch {
    return formatDay(now);
  }
}
