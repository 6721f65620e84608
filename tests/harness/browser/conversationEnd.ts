import type { Locator } from 'playwright-core';
import { eventually } from '#tests/harness/eventually.ts';
import type { Visit } from './visit.ts';

export const getConversation = (visit: Visit): Locator => visit.tab.getByRole('region', { name: 'Conversation' });

export const getJump = (visit: Visit): Locator => visit.tab.getByRole('button', { name: 'Jump to latest' });

/** Pixels of the conversation below the view. */
export async function getGap(visit: Visit): Promise<number> {
  return getConversation(visit).evaluate((view) => view.scrollHeight - view.clientHeight - view.scrollTop);
}

/** Waits until the end of the conversation is in view. */
export async function expectEnd(visit: Visit): Promise<void> {
  await eventually(async () => expect(await getGap(visit)).toBeLessThanOrEqual(5));
  expect(await getJump(visit).count()).toBe(0);
}
