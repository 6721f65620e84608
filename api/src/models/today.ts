import { DATE_LOCALE } from '../../contract/limits.ts';
import type { Prompt } from './prompt.ts';

const format = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'full', timeZone: 'UTC' });

/**
 * Tells the model what day it is and for which organization it works: it knows neither, and "last quarter" or "our" mean
 * nothing without. The text changes once a day, so that a provider can still cache the beginning of prompts.
 */
export function addToday<T extends Pick<Prompt, 'messages'>>(prompt: T, now: Date, organization: string): T {
  const facts = `Today is ${format.format(now)} (UTC). The person works for ${organization}.`;
  const [first, ...rest] = prompt.messages;
  const system =
    first?.role === 'system' && typeof first.content === 'string'
      ? [{ ...first, content: `${first.content}\n\n${facts}` }, ...rest]
      : [{ role: 'system' as const, content: facts }, ...prompt.messages];
  return { ...prompt, messages: system };
}
