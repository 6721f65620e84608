import type { BotSession } from '../../contract/bot.ts';
import { isAvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';

/**
 * Takes a token that Teams gave the bot. Throws `consent_required` where AVA may not act for the person in Microsoft 365
 * yet; that Microsoft 365 cannot be asked just now is no reason to keep anybody out.
 */
export async function beginSession(ctx: AppContext, person: Person, exchangeId: string): Promise<BotSession> {
  const { identity, store, clock, log } = ctx;
  await identity.getGraphToken(person).catch((error: unknown) => {
    if (isAvaError(error) && error.code !== 'graph_unavailable') throw error;
    log.warn({ error }, 'whether a person has consented could not be asked');
  });
  const first = await store.bot.claimActivity(person, `sign-in ${exchangeId}`, clock.now());
  return { id: person.id, tenantId: person.tenantId, name: person.name, first };
}

/** Whether this is the first delivery of an activity, to whichever replica of the bot. */
export async function claim(
  { store, clock }: AppContext,
  person: Person,
  activityId: string,
): Promise<{ first: boolean }> {
  return { first: await store.bot.claimActivity(person, activityId, clock.now()) };
}
