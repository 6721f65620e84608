import type { BotSession } from '#contract/bot.ts';
import { isAvaError, type ErrorCode } from '#contract/errors.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';

const OUTAGES: ReadonlySet<ErrorCode> = new Set(['graph_unavailable', 'setup_refused']);

/**
 * Starts a session for a token that Teams gave the bot. Throws `consent_required` if the person has not consented yet.
 * An outage of Microsoft 365, or a problem in AVA's setup, does not prevent signing in: what needs Graph then says why.
 */
export async function beginSession(ctx: AppContext, person: Person, exchangeId: string): Promise<BotSession> {
  const { identity, store, clock, log } = ctx;
  await identity.getGraphToken(person).catch((error: unknown) => {
    if (isAvaError(error) && !OUTAGES.has(error.code)) throw error;
    log.warn({ error }, 'failed to check consent');
  });
  const first = await store.bot.claimActivity(person, `sign-in ${exchangeId}`, clock.now());
  return { id: person.id, tenantId: person.tenantId, name: person.name, first };
}
