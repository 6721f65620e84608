import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';

/** Whether this is the first delivery of an activity, to any process of the bot. */
export async function claimActivity(
  { store, clock }: AppContext,
  person: Person,
  activityId: string,
): Promise<{ first: boolean }> {
  return { first: await store.bot.claimActivity(person, activityId, clock.now()) };
}
